import { describe, expect, it } from 'vitest';
import { findRequirementTestProblems, findTestNames } from './check-requirement-tests.ts';
import type { RequirementRow } from './requirements.ts';

const row: RequirementRow = {
  id: 'R-1-01',
  section: '1',
  level: 'stated',
  verified: ['server-test'],
  text: 'A thing holds.',
  line: '2',
  quote: 'a thing',
  inference: undefined,
  decision: undefined,
  reason: undefined,
};

describe('findTestNames', () => {
  it.each<[given: string, text: string, ids: string[], browser: boolean]>([
    ['a title', "it('R-1-01 holds', () => {});", ['R-1-01'], false],
    ['several in one title', "it('R-1-01 R-4.1-03 hold', () => {});", ['R-1-01', 'R-4.1-03'], false],
    ['an id of an extension', "it('R-X-01 holds', () => {});", ['R-X-01'], false],
    ['a table', "it.each([['R-1-01', 1]])('%s', () => {});", ['R-1-01'], false],
    ['a template', 'it(`R-1-01 ${name}`, () => {});', ['R-1-01'], false],
    ['a comment', "// R-1-01\nit('holds', () => {});", [], false],
    ['playwright', "import { chromium } from 'playwright-core';\nit('R-1-01', () => {});", ['R-1-01'], true],
    ['a browser of our own', "import { openBrowser } from './browser.ts';\nit('R-1-01');", ['R-1-01'], true],
  ])('reads the ids from %s', (_given, text, requirements, browser) => {
    expect(findTestNames('a.test.ts', text)).toEqual({ requirements, browser });
  });
});

describe('findRequirementTestProblems', () => {
  it('reports nothing when a test names the requirement', () => {
    expect(findRequirementTestProblems([row], [{ requirements: ['R-1-01'], browser: false }])).toEqual([]);
  });

  it('requires no server test for what the conformance suite verifies', () => {
    expect(findRequirementTestProblems([{ ...row, verified: ['black-box'] }], [])).toEqual([]);
  });

  it.each<
    [given: string, verified: string, tests: Parameters<typeof findRequirementTestProblems>[1], want: string]
  >([
    ['no test', 'server-test', [], 'no server test names R-1-01: A thing holds.'],
    [
      'a browser requirement that only a server test names',
      'browser',
      [{ requirements: ['R-1-01'], browser: false }],
      'no browser test names R-1-01: A thing holds.',
    ],
    [
      'a requirement that does not exist',
      'black-box',
      [{ requirements: ['R-9-99'], browser: false }],
      'a test names R-9-99, which does not exist',
    ],
  ])('reports %s', (_given, way, tests, want) => {
    expect(findRequirementTestProblems([{ ...row, verified: [way] }], tests)).toEqual([want]);
  });
});
