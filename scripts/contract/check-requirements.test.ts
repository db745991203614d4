import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkRequirements } from './check-requirements.ts';
import { lintContract } from './lint-contract.ts';

const spec = join(dirname(dirname(import.meta.dirname)), 'spec');
let copy = '';

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(join(copy, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(copy, file), text.replace(from, to));
}

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'contract-'));
  cpSync(spec, copy, { recursive: true });
});
afterEach(() => rmSync(copy, { recursive: true }));

describe('checkRequirements on our contract', () => {
  it('finds nothing', () => {
    expect(checkRequirements(copy)).toEqual([]);
  });

  it('finds a requirement that an operation no longer cites', () => {
    edit('openapi.yaml', 'R-2.3-04, ', '');
    expect(checkRequirements(copy)).toEqual([
      'R-2.3-04 is cited by no operation, event, surface or decision',
    ]);
  });

  it('finds requirements in a place that nobody reads', () => {
    edit('openapi.yaml', '    NotFound:\n', '    NotFound:\n      x-requirements: [R-7-03]\n');
    expect(checkRequirements(copy)).toEqual(['1 x-requirements stand where nobody reads them, or are empty']);
  });

  it('finds a description that mentions a decision that does not exist', () => {
    edit('schemas/agent.yaml', 'decision 0009', 'decision 9999');
    expect(checkRequirements(copy)).toEqual([
      'schemas/agent.yaml mentions decision 9999, which does not exist',
    ]);
  });
});

describe('lintContract', () => {
  it('has no errors, warnings or hints for our contract', async () => {
    expect(await lintContract(copy)).toEqual([]);
  });

  it('names what Redocly and the AsyncAPI parser refuse', async () => {
    edit('openapi.yaml', 'operationId: listAgents', 'operationName: listAgents');
    edit('asyncapi.yaml', 'action: send', 'action: shout');
    const problems = (await lintContract(copy).catch((error: Error) => [error.message])).join('\n');
    expect(problems).toContain('openapi.yaml#/paths/~1api~1agents/get');
    expect(problems).toContain('asyncapi.yaml: operations/sendReply/action');
  });
});
