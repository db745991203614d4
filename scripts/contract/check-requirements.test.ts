import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findRequirementProblems, type RequirementSources } from './check-requirements.ts';
import { readContract } from './contract.ts';
import { readDecision, requirementRows, type Decision, type RequirementRow } from './requirements.ts';

const stated: RequirementRow = {
  id: 'R-1-01',
  section: '1',
  level: 'stated',
  verified: ['black-box'],
  text: 'A thing holds.',
  line: '2',
  quote: 'a thing',
  inference: undefined,
  decision: undefined,
  reason: undefined,
};
const open: RequirementRow = {
  ...stated,
  id: 'R-1-02',
  level: 'open',
  decision: '0001',
  line: undefined,
  quote: undefined,
};
const decision: Decision = {
  file: '0001-thing.md',
  id: '0001',
  title: 'A thing',
  status: 'accepted',
  date: '2026-11-21',
  requirements: ['R-1-02'],
  parts: ['Context', 'Choice', 'Why', 'What a conforming deployment may do instead'].map((heading) => ({
    heading,
    text: 'Words.',
  })),
};
const sound: RequirementSources = {
  sections: ['1'],
  rows: [stated, open],
  citations: [{ requirement: 'R-1-01', place: 'listThings' }],
  decisions: [decision],
  architecture: [
    { ...decision, file: '0002-own.md', id: '0002', requirements: [], parts: decision.parts.slice(0, 3) },
  ],
};

const withRow = (change: Partial<RequirementRow>): RequirementSources => ({
  ...sound,
  rows: [{ ...stated, ...change }, open],
});
const withDecision = (change: Partial<Decision>): RequirementSources => ({
  ...sound,
  decisions: [{ ...decision, ...change }],
});

describe('findRequirementProblems', () => {
  it('reports nothing for a sound contract', () => {
    expect(findRequirementProblems(sound)).toEqual([]);
  });

  it.each<[given: string, sources: RequirementSources, want: string]>([
    ['an unknown section', withRow({ section: '7' }), 'section 7 is not in the list'],
    ['an id of another section', withRow({ id: 'R-2-01' }), 'its id must be R-1-'],
    ['an unknown level', withRow({ level: 'maybe' }), 'level must be one of'],
    ['no verification', withRow({ verified: [] }), 'verified must name at least one way'],
    ['an unknown verification', withRow({ verified: ['hope'] }), 'verified must be of'],
    [
      'excluded beside another',
      withRow({ verified: ['excluded', 'browser'], reason: 'So.' }),
      'excluded cannot be combined',
    ],
    [
      'excluded without a reason',
      withRow({ verified: ['excluded'] }),
      'an excluded requirement, and no other, has a reason',
    ],
    [
      'open without a decision',
      withRow({ level: 'open' }),
      'an open requirement, and no other, has a decision',
    ],
    ['stated without a line', withRow({ line: undefined }), 'has a line of the source'],
    ['derived without a quote', withRow({ level: 'derived', quote: undefined }), 'no other, has a quote'],
    ['derived without an inference', withRow({ level: 'derived' }), 'and no other, has an inference'],
    ['stated with an inference', withRow({ inference: 'So.' }), 'and no other, has an inference'],
    ['a line that is no number', withRow({ line: 'two' }), 'line must be a number'],
    [
      'an inference that is no sentence',
      withRow({ level: 'derived', inference: 'So' }),
      'inference must be a sentence',
    ],
    ['a text that is no sentence', withRow({ text: 'A thing' }), 'ends with a full stop'],
    ['a duplicated id', { ...sound, rows: [stated, stated, open] }, 'R-1-01 is duplicated'],
    ['a missing decision', { ...sound, decisions: [] }, 'R-1-02: decision 0001 does not exist'],
    [
      'a decision that does not cite back',
      withDecision({ requirements: ['R-1-01'] }),
      'does not cite it back',
    ],
    ['no citation', { ...sound, citations: [] }, 'R-1-01 is cited by no operation'],
    [
      'a citation of an unknown requirement',
      { ...sound, citations: [...sound.citations, { requirement: 'R-9-99', place: 'listThings' }] },
      'listThings cites R-9-99, which does not exist',
    ],
    [
      'a duplicated citation',
      { ...sound, citations: [...sound.citations, ...sound.citations] },
      'cites R-1-01 twice',
    ],
    [
      'a decision that cites an unknown requirement',
      withDecision({ requirements: ['R-1-02', 'R-8-88'] }),
      'cites R-8-88',
    ],
    [
      'a decision whose text mentions an unknown requirement',
      withDecision({ parts: decision.parts.map((part) => ({ ...part, text: 'See R-7-77.' })) }),
      'cites R-7-77',
    ],
    ['a decision with another file name', withDecision({ file: '0002-thing.md' }), 'file name must begin'],
    ['a decision without a choice', withDecision({ parts: decision.parts.slice(1) }), 'its headings must be'],
    [
      'a decision with an empty part',
      withDecision({ parts: decision.parts.map((p) => ({ ...p, text: '' })) }),
      'no text under',
    ],
    ['a decision of unknown status', withDecision({ status: 'perhaps' }), 'status must be one of'],
    ['a decision without a day', withDecision({ date: 'soon' }), 'date must be'],
    ['a duplicated decision', { ...sound, decisions: [decision, decision] }, 'decision 0001 is duplicated'],
    ['a number in both folders', { ...sound, architecture: [decision] }, 'decision 0001 is duplicated'],
    [
      'a record of our architecture that says what others may do',
      { ...sound, architecture: [decision] },
      '0001-thing.md: its headings must be Context, Choice, Why',
    ],
  ])('reports %s', (_given, sources, want) => {
    expect(findRequirementProblems(sources).join('\n')).toContain(want);
  });
});

// The source is kept beside the repository, and is no part of it.
const sourceFile = join(import.meta.dirname, '..', '..', '..', 'shared', 'source-spec.md');

/** Rows whose quote is not in the lines of the source that they name, one line each. */
function findMisquotes(rows: readonly RequirementRow[], source: string): string[] {
  const lines = source.split('\n');
  return rows.flatMap(({ id, line, quote }) => {
    if (line === undefined || quote === undefined) return [];
    const [first = 0, last = first] = line.split('-').map(Number);
    const text = lines.slice(first - 1, last).join(' ');
    return text.includes(quote)
      ? []
      : [`${id}: line ${line} of the source does not have the words "${quote}"`];
  });
}

describe('findMisquotes', () => {
  it.each<[given: string, line: string, quote: string, wrong: boolean]>([
    ['words of its line', '2', 'a thing', false],
    ['words of its lines', '1-2', 'one. Here is', false],
    ['words of another line', '1', 'a thing', true],
    ['other words', '2', 'a Thing', true],
  ])('finds a quote with %s right or wrong', (_given, line, quote, wrong) => {
    const rows = [{ ...stated, line, quote }];
    expect(findMisquotes(rows, 'Line one.\nHere is a thing.').length > 0).toBe(wrong);
  });

  it.skipIf(!existsSync(sourceFile))(
    'finds no misquote of the source, where it is beside the repository',
    () => {
      const { requirements } = readContract(join(import.meta.dirname, '..', '..', 'spec'));
      const rows = requirementRows(requirements);
      expect(findMisquotes(rows, readFileSync(sourceFile, 'utf8'))).toEqual([]);
    },
  );
});

describe('readDecision', () => {
  it('reads front matter and parts', () => {
    const text =
      "---\nid: '0001'\ntitle: T\nstatus: accepted\ndate: 2026-11-21\nrequirements: [R-1-01]\n---\n\n## Why\n\nSo.\n";
    expect(readDecision('0001-t.md', text)).toMatchObject({
      id: '0001',
      parts: [{ heading: 'Why', text: 'So.' }],
    });
  });

  it('throws an error that names the file without front matter', () => {
    expect(() => readDecision('0001-t.md', '## Why\n')).toThrow('0001-t.md must begin with front matter');
  });
});
