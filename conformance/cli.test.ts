import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { requirements } from '../generated/requirements.ts';
import { maximal } from './mutants/conforming/maximal.ts';
import { mutants } from './mutants/defects/all.ts';
import { beforeOperation } from './mutants/changes/changes.ts';
import type { Deployment } from './mutants/server/deployment.ts';
import { broken } from './mutants/running-server.ts';
import { changeJson } from './mutants/server/responses.ts';
import { runCli, runHere } from './testing/run-cli.ts';
import { startTarget, type TestTarget } from './testing/start-target.ts';

function mutant(id: string): Deployment {
  const found = mutants.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no mutant ${id}`);
  return broken(found);
}

/** Repeats the request with its keys in every error body, which violates a clause and so is printed. */
const leaking: Deployment = {
  ...maximal,
  name: 'leaking',
  finish: (reply, incoming) =>
    reply.status < 400
      ? reply
      : changeJson(reply, ({ status }) => ({ error: incoming.headers, url: [...incoming.query], status })),
};

const resetsLargeMessages = beforeOperation('streamAgentChat', ({ request }) => {
  if (request.body.length > 200_000) throw new Error('the server destroys the connection');
  return undefined;
});

const conforming = await startTarget(maximal);
const trimming = await startTarget(mutant('name-trimmed'));
const hanging = await startTarget(mutant('stream-hangs-before-end'));
const leakingTarget = await startTarget(leaking);
const resetting = await startTarget({ ...maximal, ...resetsLargeMessages(maximal) });
const targets = [conforming, trimming, hanging, leakingTarget, resetting];
afterAll(() => Promise.all(targets.map((target) => target.close())));

function run(target: TestTarget, ...args: string[]) {
  return runHere(args, { dataDir: target.folder });
}

/** Every 8 characters of a key that a text contains, ignoring case. */
function leaks(text: string, keys: readonly string[]): string[] {
  const lower = text.toLowerCase();
  return keys.flatMap((key) =>
    Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8).toLowerCase()).filter((piece) =>
      lower.includes(piece),
    ),
  );
}

describe('the command exits with 0', () => {
  it('for a conforming server, found by its connection.json', async () => {
    const { exitCode, stdout } = await runCli(['--profile', 'core', '--seed', '3'], {
      DATA_DIR: conforming.folder,
    });
    expect(stdout).toMatch(/^Testing https:.*seed 3\nPlan: \d+ checks, at most \d+ requests/);
    expect(stdout).toContain('Nothing stated or derived is violated');
    expect(exitCode).toBe(0);
  });

  it('for a conforming server when another of its stores is given by a key alone', async () => {
    const [, , third = ''] = conforming.keys;
    const keyFile = join(conforming.folder, 'third-key');
    await writeFile(keyFile, `${third}\n`);
    const { exitCode, stdout } = await run(
      conforming,
      '--api-key-file',
      keyFile,
      '--only',
      'chat-stream/reply,widget/configuration,tenancy/foreign-agent',
    );
    expect(stdout).toContain('needs a chatbot (--chatbot-id)');
    expect(stdout).toContain('Nothing stated or derived is violated');
    expect(exitCode).toBe(0);
  });

  it('for a server that resets a request which the source leaves open', async () => {
    const { exitCode, stdout } = await run(resetting, '--only', 'errors/beyond-the-table');
    expect(stdout).toContain('an unknown path returns 404');
    expect(exitCode).toBe(0);
  });

  it('for --version, and prints that of the package', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    const { exitCode, stdout, stderr } = await runCli(['--version'], {});
    expect([stdout, stderr, exitCode]).toEqual([`${version}\n`, '', 0]);
  });

  it('for --help, and describes --version and --list', async () => {
    const { exitCode, stdout } = await runHere(['--help']);
    expect(stdout).toMatch(/^ +--version +print the version$/m);
    expect(stdout).toMatch(/^ +--list +list every clause with its checks/m);
    expect(exitCode).toBe(0);
  });

  it('for --list, and prints every clause with its checks', async () => {
    const { exitCode, stdout } = await runHere(['--list']);
    expect(requirements.filter(({ id }) => !stdout.includes(`${id} (`))).toEqual([]);
    expect(exitCode).toBe(0);
  });
});

describe('the command exits with 1', () => {
  it('for a violated clause, which --replay repeats alone and --baseline accepts', async () => {
    const reports = join(trimming.folder, 'reports');
    const first = await run(trimming, '--only', 'agents/keeps-text', '--report-dir', reports);
    expect(first.exitCode).toBe(1);
    expect(first.stdout).toContain('R-2.1-04');
    const replay = /--replay '([^']+)'/.exec(first.stdout)?.[1] ?? '';
    const replayed = await run(trimming, '--replay', replay);
    expect(replayed.exitCode).toBe(1);
    const requests = (text: string): number => Number(/\n(\d+) requests, /.exec(text)?.[1]);
    expect(requests(replayed.stdout)).toBeLessThan(10);
    const tolerated = await run(trimming, '--replay', replay, '--level', 'stated');
    expect(tolerated.stdout).toContain('R-2.1-04 (derived, not counted)');
    expect(tolerated.exitCode).toBe(0);
    const passing = await run(conforming, '--replay', replay);
    expect(passing.exitCode).toBe(0);
    expect(passing.stdout).toContain(`Repeated ${replay}: it does not fail.`);
    const baseline = join(reports, 'baseline.json');
    const known = await run(trimming, '--only', 'agents/keeps-text', '--baseline', baseline);
    expect(known.exitCode).toBe(0);
    const stale = await run(conforming, '--only', 'agents/keeps-text', '--baseline', baseline);
    expect(stale.exitCode).toBe(1);
    expect(stale.stdout).toContain('remove them from the baseline');
  });

  it('for a stream that hangs, soon after the idle timeout', async () => {
    const { exitCode, stdout } = await run(hanging, '--only', 'chat-stream/reply', '--idle-timeout', '1');
    const seconds = Number(/agents, ([\d.]+) s, seed/.exec(stdout)?.[1]);
    expect(stdout).toContain('R-6-10');
    expect(exitCode).toBe(1);
    // The default timeout alone is 30 s.
    expect(seconds).toBeLessThan(30);
  });
});

describe('the command exits with 2', () => {
  const nowhere = ['--base-url', 'https://127.0.0.1:1', '--api-key', 'svc_x'];
  const conformingArgs = ['--base-url', conforming.baseUrl, '--api-key', 'svc_x'];
  it.each([
    ['an invalid number', ['--seed', 'x']],
    ['no deployment', ['--api-key', 'k']],
    ['an invalid address', ['--base-url', 'here', '--api-key', 'k']],
    ['no key', ['--base-url', 'https://127.0.0.1:1']],
    ['a target that cannot be reached', nowhere],
    ['a missing baseline', [...nowhere, '--baseline', '/nonexistent']],
    ['an unknown check', [...nowhere, '--only', 'R-99-01']],
    ['an invalid replay string', [...nowhere, '--replay', 'x']],
    ['a plain HTTP address of another machine', ['--base-url', 'http://192.0.2.1', '--api-key', 'svc_x']],
    ['a plain HTTP address of MCP', [...nowhere, '--mcp-url', 'http://192.0.2.1/mcp']],
    ['an invalid certificate authority', [...nowhere, '--ca', fileURLToPath(import.meta.url)]],
    ['a second store that equals the first', [...nowhere, '--second-api-key', 'svc_x']],
    ['a key that no header can carry', [...nowhere, '--second-api-key', 'svc x']],
    ['a certificate that is not trusted', conformingArgs],
    ['a key that the target rejects', [...conformingArgs, '--insecure']],
  ])('for %s, and prints one line', async (_, args) => {
    const { exitCode, stdout, stderr } = await runHere(args);
    expect(stderr).toMatch(/^agent-conformance: [^\n]+\n$/);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });

  it.each([
    ['--api-key-file', '/does/not/exist', 'names a file that cannot be read (ENOENT): /does/not/exist'],
    ['--api-key-file', '/dev/null', 'names a file without a key: /dev/null'],
    [
      '--report-dir',
      '/etc/passwd',
      'names a folder that cannot be written (EEXIST): /etc/passwd; name another',
    ],
  ])('for %s %s, and prints the option', async (option, path, rule) => {
    const { exitCode, stdout, stderr } = await run(conforming, option, path);
    expect(stderr).toBe(`agent-conformance: ${option} ${rule}\n`);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });

  it('without anything, and prints three lines of help', async () => {
    const { exitCode, stdout, stderr } = await runHere([]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stdout).toContain('agent-conformance --base-url https://');
    expect([stderr, exitCode]).toEqual(['', 2]);
  });

  it('for an unknown option, and prints no stack', async () => {
    const { exitCode, stdout, stderr } = await runHere(['--colour', 'blue']);
    expect(stderr).toBe("agent-conformance: unknown option '--colour'\n");
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });
});

it('reports a replay without a case as untested, and never as passed', async () => {
  for (const replay of ['agents/keeps-text@2@characters@e999', 'agents/keeps-text@2@colours@e0']) {
    const { exitCode, stdout } = await run(conforming, '--replay', replay);
    expect(stdout).toContain(`Could not repeat ${replay}: `);
    expect(stdout).toContain('names no case');
    expect(exitCode).toBe(4);
  }
});

it('annotates violated clauses in GitHub Actions, and writes the summary of the step', async () => {
  const file = join(trimming.folder, 'summary.md');
  const io = { dataDir: trimming.folder, annotates: true, summaryFile: file };
  const { stdout } = await runHere(['--only', 'agents/keeps-text', '--seed', '1'], io);
  expect(stdout).toMatch(
    /^::error title=R-2\.1-04::name is stored and returned character by character as sent\.%0Aexpected /m,
  );
  expect(await readFile(file, 'utf8')).toContain(
    '| R-2.1-04 | name is stored and returned character by character as sent. |',
  );
});

it('exits with 3 when completeness is required and a check was skipped', async () => {
  const args = ['--only', 'agents/defaults,agents/keeps-text', '--max-agents', '5', '--require-complete'];
  const { exitCode, stdout } = await run(conforming, ...args);
  expect(stdout).toContain('--max-agents');
  expect(exitCode).toBe(3);
});

it('prints and writes no key, and no near miss of one', async () => {
  const reports = join(leakingTarget.folder, 'reports');
  const only =
    'auth/key-is-accepted,auth/every-near-miss,auth/generated-keys,errors/bodies,mcp/key,transport/https-only';
  const { exitCode, stdout, stderr } = await run(leakingTarget, '--only', only, '--report-dir', reports);
  expect(exitCode).toBe(1);
  const files = await readdir(reports);
  expect(files.toSorted()).toEqual([
    'baseline.json',
    'exchanges.har',
    'junit.xml',
    'report.html',
    'report.json',
  ]);
  const texts = await Promise.all(files.map((file) => readFile(join(reports, file), 'utf8')));
  for (const text of [stdout, stderr, ...texts]) expect(leaks(text, leakingTarget.keys)).toEqual([]);
  expect(texts.join('')).toContain('[redacted]');
});
