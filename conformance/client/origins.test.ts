import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { maximal } from '../mutants/conforming/maximal.ts';
import { beforeOperation, onListed } from '../mutants/changes/changes.ts';
import type { Call, Deployment, HttpResponse, JsonObject } from '../mutants/server/deployment.ts';
import { isObject } from '../mutants/server/responses.ts';
import { runCli, runProgram } from '../testing/run-cli.ts';
import { startTarget } from '../testing/start-target.ts';

function failing(isBroken: (call: Call) => boolean): Deployment {
  const reject = (call: Call): HttpResponse | undefined =>
    isBroken(call) ? call.deployment.errorResponse(418, 'the fault') : undefined;
  return { ...maximal, ...beforeOperation('streamAgentChat', reject)(maximal) };
}

/** The lines of the first request in a report. */
function requestLines(report: string): readonly string[] {
  return /^  request   (.*\n(?:            .*\n)*)/m.exec(report)?.[1]?.trimEnd().split(/\n */) ?? [];
}

/** Fails a run of one check, and pastes the lines of its report into `sh`, for a deployment that has seen nothing. */
async function pasteFailure(deployment: Deployment, ...args: readonly string[]) {
  const tested = await startTarget(deployment);
  const fresh = await startTarget(deployment);
  try {
    const { stdout } = await runCli([...args, '--seed', '1'], { DATA_DIR: tested.folder });
    const lines = requestLines(stdout);
    const script = lines.join('\n').replaceAll(tested.baseUrl, fresh.baseUrl);
    const file = join(fresh.folder, 'pasted.sh');
    await writeFile(file, script);
    const env = { CONFORMANCE_API_KEY: fresh.keys[0] ?? '', CONFORMANCE_SECOND_API_KEY: fresh.keys[1] ?? '' };
    const pasted = await runProgram('sh', [file], env);
    await rm(file);
    return { lines, ...pasted };
  } finally {
    await tested.close();
    await fresh.close();
  }
}

describe('the lines of a failure show the fault when they are pasted into sh, for another deployment too', () => {
  it('where the request needs a conversation, which the line before it starts', async () => {
    const followUps = failing(({ body }) => isObject(body) && body['conversation_id'] !== undefined);
    const { lines, stdout, stderr } = await pasteFailure(followUps, '--only', 'chat-stream/conversation');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^CONVERSATION_ID=\$\(curl .* --cacert /);
    expect(lines[1]).toContain(`"conversation_id":"'"$CONVERSATION_ID"'"`);
    expect(stderr).toBe('');
    expect(stdout).toContain('the fault');
  });

  it('where the request needs an agent, which the line before it creates', async () => {
    const ofProvider = failing(({ body, store }) => {
      const agent = store.agents.find(({ id }) => isObject(body) && id === body['agent_id']);
      return (agent?.['config'] as JsonObject | undefined)?.['model_provider'] === 'provider_two';
    });
    const only = ['--only', 'chat-stream/generated-messages', '--profile', 'exhaustive'];
    const { lines, stdout } = await pasteFailure(ofProvider, ...only);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^AGENT_ID=\$\(curl .*"model_provider":"provider_two"/);
    expect(stdout).toContain('the fault');
  });

  it(
    'where a list shows an agent otherwise than it was created, which the line before it creates',
    { tags: ['nightly'] },
    async () => {
      const renaming: Deployment = {
        ...maximal,
        ...onListed((agent) => ({ ...agent, name: 'the fault' }))(maximal),
      };
      const { lines, stdout } = await pasteFailure(renaming, '--only', 'agents/create-and-list');
      expect(lines).toHaveLength(2);
      expect(lines[0]).toMatch(/^AGENT_ID=\$\(curl .* -X POST /);
      expect(lines[1]).toMatch(/^curl .*\/api\/agents'/);
      expect(stdout).toContain('the fault');
    },
  );

  it('where every agent has the id "undefined", of which no line is needed', async () => {
    const constant: Deployment = { ...maximal, newId: () => 'undefined' };
    const { lines } = await pasteFailure(constant, '--only', 'agents/defaults');
    expect(lines.length).toBeGreaterThan(0);
  });

  it('where a header is computed from the key', async () => {
    const ignoringCase: Deployment = {
      ...maximal,
      identify: ({ headers }, { stores }) => {
        const sent = headers.authorization?.toLowerCase();
        return stores.find(({ key }) => sent === `bearer ${key.toLowerCase()}`);
      },
    };
    const { lines, stdout } = await pasteFailure(ignoringCase, '--only', 'auth/near-miss-keys');
    expect(lines).toHaveLength(1);
    expect(stdout).toMatch(/^HTTP\/1\.1 200 /);
  });
});
