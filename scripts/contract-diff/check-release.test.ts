import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../contract/json.ts';
import { checkRelease, findReleaseProblems } from './check-release.ts';
import { readDocuments, type ContractDocuments } from './read-documents.ts';
import { patchDocuments, type Patch } from './testing/patch.ts';

const spec = join(dirname(dirname(import.meta.dirname)), 'spec');

let release: ContractDocuments;
beforeAll(() => {
  release = readDocuments(join(spec, 'released', '1.0.0'));
});

/** The edits that give all three documents a version. */
const version = (number: string): Patch => ({
  'openapi info version': number,
  'asyncapi info version': number,
  'requirements version': number,
});

function problemsOf(
  edit: Patch,
  changelog = '## 1.1.0\n\n- `Agent`, `listAgents`, `progress`, `R-9-02`, `0099`.\n',
): string[] {
  return findReleaseProblems({ release, documents: patchDocuments(release, edit), changelog });
}

const description = 'openapi paths /api/agents get description';
const locale = { 'openapi components schemas Agent properties locale': { type: 'string' } };
const status = { 'openapi paths /api/agents get responses 418': { description: 'A teapot.' } };
const operation = { 'openapi paths /api/agents delete': { operationId: 'deleteAgents', responses: {} } };
const progress = { type: 'object', required: ['type'], properties: { type: { const: 'progress' } } };
const event = { 'asyncapi components messages progress': { name: 'progress', payload: progress } };

/** An open requirement in place of the one on versions, cited by the operation that lists agents. */
function requirement(text: string, citing = 'openapi paths /api/agents get'): Patch {
  const row: Json = {
    id: 'R-9-02',
    section: '9',
    level: 'open',
    verified: ['excluded'],
    reason: 'None.',
    text,
  };
  return { 'requirements requirements 999': row, [`${citing} x-requirements`]: ['R-9-02'] };
}

function decision(text: string): Patch {
  const head = { file: '0099-new.md', id: '0099', title: 'New', status: 'accepted', date: '2026-11-22' };
  return { 'decisions 999': { ...head, requirements: ['R-9-01'], parts: [{ heading: 'Choice', text }] } };
}

it('finds no problem in spec/', () => {
  expect(checkRelease(spec)).toEqual([]);
});

it('finds no problem where nothing changed', () => {
  expect(problemsOf({}, '')).toEqual([]);
});

describe('the version', () => {
  it('must be one in all three documents', () => {
    const problems = problemsOf({ 'asyncapi info version': '1.1.0' }, '');
    expect(problems).toEqual([
      'asyncapi.yaml has version 1.1.0 and openapi.yaml 1.0.0: set one version in all three',
    ]);
  });

  it('must not stay with a change of a text', () => {
    const [problem] = problemsOf({ [description]: 'New.' }, '## 1.0.0\n\n- `listAgents`.\n');
    expect(problem).toMatch(
      /^version 1\.0\.0 does not follow from .* set it to 1\.0\.1 or later in openapi\.yaml/,
    );
  });

  it('must have a higher second number for more that deployments must do', () => {
    const edit = { 'openapi components headers RequestId required': true, ...version('1.0.1') };
    const [problem] = problemsOf(edit, '## 1.0.1\n\n- `X-Request-Id`.\n');
    expect(problem).toContain('set it to 1.1.0 or later');
    expect(problemsOf({ ...edit, ...version('1.1.0') }, '## 1.1.0\n\n- `X-Request-Id`.\n')).toEqual([]);
  });

  it('must have a higher first number for a breaking change', () => {
    const edit = { 'openapi components schemas Agent properties status': null };
    const [problem] = problemsOf({ ...edit, ...version('1.1.0') });
    expect(problem).toContain('(breaking: Agent.status, property status removed): set it to 2.0.0 or later');
    expect(problemsOf({ ...edit, ...version('2.0.0') }, '## 2.0.0\n\n- `Agent.status` is gone.\n')).toEqual(
      [],
    );
  });
});

describe('the change log', () => {
  const edit = { [description]: 'New.', ...version('1.0.1') };

  it('must have a line on the change under the new version', () => {
    const missing = 'CHANGELOG.md has no line on `openapi.yaml` under "## 1.0.1"';
    expect(problemsOf(edit, '## 1.0.1\n\n- Nothing.\n').join()).toContain(missing);
    expect(problemsOf(edit, '## 1.0.1\n\n## 1.0.0\n\n- `listAgents`.\n').join()).toContain(missing);
    expect(problemsOf(edit, '## 1.0.1\n\n- `openapi.yaml` reads better.\n')).toEqual([]);
    expect(problemsOf(edit, '## 1.0.1 (2026-12-01)\n\n- `listAgents` reads better.\n')).toEqual([]);
  });
});

describe('the change log of a property', () => {
  const edit = { ...locale, ...decision('`locale` is what clients ask for.'), ...version('1.1.0') };

  it.each(['`Agent`, which has a locale', '`Agent.name`'])('must name it, not only %s', (line) => {
    expect(problemsOf(edit, `## 1.1.0\n\n- ${line}, \`0099\`.\n`)).toEqual([
      expect.stringMatching(/^CHANGELOG\.md has no line on `Agent\.locale` under "## 1\.1\.0"/),
    ]);
  });

  it.each(['Agent.locale', 'locale'])('may name it as %s', (name) => {
    expect(problemsOf(edit, `## 1.1.0\n\n- \`${name}\`, \`0099\`.\n`)).toEqual([]);
  });
});

describe('a requirement or a decision', () => {
  it.each<[thing: string, edit: Patch, word: string, citing: string | undefined]>([
    ['property', locale, 'locale', undefined],
    ['status', status, '418', undefined],
    ['operation', operation, 'deleteAgents', 'openapi paths /api/agents delete'],
    ['event', event, 'progress', 'asyncapi components messages progress'],
  ])('must name a new %s', (thing, edit, word, citing) => {
    const changelog =
      '## 1.1.0\n\n- `Agent.locale`, `listAgents`, `deleteAgents`, `progress`, `R-9-02`, `0099`.\n';
    const problems = (more: Patch): string[] =>
      problemsOf({ ...edit, ...version('1.1.0'), ...more }, changelog);
    const missing = expect.stringMatching(
      new RegExp(`^${thing} .* is new and has no requirement: add one that says "`),
    );
    expect(problems({})).toEqual([missing]);
    expect(problems(requirement('What another thing means.', citing))).toEqual([missing]);
    expect(problems(decision('Another thing.'))).toEqual([missing]);
    expect(problems(requirement(`What ${word} means.`, citing))).toEqual([]);
    expect(problems(decision(`\`${word}\` is what clients ask for.`))).toEqual([]);
  });

  it('must be cited by an operation that has the property', () => {
    const uncited = requirement('What locale means.', 'openapi paths /api/widget/config get');
    const edit = { ...locale, ...uncited, ...version('1.1.0') };
    const changelog = '## 1.1.0\n\n- `Agent.locale`, `getWidgetConfig`, `R-9-02`.\n';
    expect(problemsOf(edit, changelog)).toEqual([
      expect.stringContaining('cite it in x-requirements of listAgents'),
    ]);
  });
});
