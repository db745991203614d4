import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDashboard } from './check-dashboard.ts';
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

describe('checkRequirements', () => {
  it('reports no problem for our contract', () => {
    expect(checkRequirements(copy)).toEqual([]);
  });

  it('reports a requirement that no operation cites', () => {
    edit('openapi.yaml', 'R-2.3-04, ', '');
    expect(checkRequirements(copy)).toEqual(['R-2.3-04 is cited by no operation, event or decision']);
  });

  it('reports x-requirements in a place that no tool reads', () => {
    edit('openapi.yaml', '    NotFound:\n', '    NotFound:\n      x-requirements: [R-7-03]\n');
    expect(checkRequirements(copy)).toEqual(['1 x-requirements are empty, or in a place that no tool reads']);
  });

  it('reports a description that mentions a decision that does not exist', () => {
    edit('schemas/agent.yaml', 'decision 0009', 'decision 9999');
    expect(checkRequirements(copy)).toEqual([
      'schemas/agent.yaml mentions decision 9999, which does not exist',
    ]);
  });
});

describe('checkDashboard', () => {
  it('reports no problem for our document', () => {
    expect(checkDashboard(copy)).toEqual([]);
  });

  it.each<[given: string, from: string, to: string, problem: string]>([
    [
      'an unknown role',
      'x-role: owner',
      'x-role: admin',
      'listApiKeys: x-role must be one of owner, member, none',
    ],
    [
      'a role without a store',
      'x-role: none',
      'x-role: member',
      'signInWithCode: x-role must be none where the path has no store, and a role where it has one',
    ],
    [
      'a change of keys that needs no recent sign-in',
      'full key.\n      x-role: owner\n      x-recent-sign-in: true\n',
      'full key.\n      x-role: owner\n',
      'createApiKey: what changes keys or the team needs x-recent-sign-in: true',
    ],
    [
      'a schema that allows unknown fields',
      '    CodeSignIn:\n      type: object\n      required: [code]\n      additionalProperties: false\n',
      '    CodeSignIn:\n      type: object\n      required: [code]\n',
      'CodeSignIn must have additionalProperties: false',
    ],
  ])('reports %s', (_given, from, to, problem) => {
    edit('dashboard.yaml', from, to);
    expect(checkDashboard(copy)).toContain(`dashboard.yaml: ${problem}`);
  });
});

describe('lintContract', { tags: ['nightly'] }, () => {
  // The contract gate checks that nothing is found in ours.
  it('reports problems of each linter with their place', async () => {
    edit('openapi.yaml', 'summary: Report what', 'summery: Report what');
    edit('dashboard.yaml', 'operationId: getMe\n', 'operationName: getMe\n');
    edit('asyncapi.yaml', 'action: send', 'action: shout');
    edit('schemas/agent.yaml', 'type: object', 'type: thing');
    const problems = await lintContract(copy);
    expect(places(problems, 'redocly').filter((place) => place.includes('.yaml#'))).toEqual([
      'asyncapi.yaml#/operations/sendReply/action',
      'dashboard.yaml#/paths/~1dashboard~1api~1me/get/operationId',
      'dashboard.yaml#/paths/~1dashboard~1api~1me/get/operationName',
      'openapi.yaml#/paths/~1embed~1events/post/summary',
      'openapi.yaml#/paths/~1embed~1events/post/summery',
      'schemas/agent.yaml#/type',
    ]);
    // Examples are validated with the schemas, since they are linked before.
    expect(places(problems, 'spectral')).toEqual(
      expect.arrayContaining([
        'asyncapi.json#/operations/sendReply/action',
        'dashboard.json#/paths/~1dashboard~1api~1me/get',
        'openapi.json#/components/schemas/Agent/type',
        'openapi.json#/paths/~1api~1agents/get/responses/200/content/application~1json/examples/listAgents.200/value',
        'openapi.json#/paths/~1embed~1events/post',
      ]),
    );
    expect(places(problems, 'asyncapi-parser')).toEqual(['asyncapi.json#/operations/sendReply/action']);
  });
});

/** The places of a linter's problems in files of spec/ and in the documents of all, sorted, each once. */
function places(problems: readonly string[], linter: string): string[] {
  const own = problems.filter((problem) => problem.includes(`(${linter} `));
  const files = own
    .map((problem) => problem.split(': ')[0] ?? '')
    .filter((place) => /\.yaml#|^(?:openapi|asyncapi|dashboard)\.json#/.test(place));
  return [...new Set(files)].toSorted();
}
