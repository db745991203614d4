import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyExcuses, readExcuses } from './lint-excuses.ts';

const finding = {
  linter: 'spectral',
  rule: 'info-contact',
  where: 'openapi.yaml#/info',
  message: 'No contact.',
};
const excuse = { linter: 'spectral', rule: 'info-contact', where: ['openapi.yaml#/info'], reason: 'None.' };

describe('applyExcuses', () => {
  it('reports a finding with its place, linter and rule', () => {
    expect(applyExcuses([finding], [])).toEqual(['openapi.yaml#/info: No contact. (spectral info-contact)']);
  });

  it('leaves out a finding that is excused', () => {
    expect(applyExcuses([finding], [excuse])).toEqual([]);
  });

  it.each<[difference: string, other: Partial<typeof finding>]>([
    ['another linter', { linter: 'redocly' }],
    ['another rule', { rule: 'info-license' }],
    ['another place', { where: 'dashboard.yaml#/info' }],
  ])('does not excuse a finding of %s, and reports that the excuse finds nothing', (_difference, other) => {
    expect(applyExcuses([{ ...finding, ...other }], [excuse])).toHaveLength(2);
  });

  it('reports each place of an excuse at which nothing is found', () => {
    const twoPlaces = { ...excuse, where: [...excuse.where, 'dashboard.yaml#/info'] };
    expect(applyExcuses([finding], [twoPlaces])).toEqual([
      'lint-excuses.yaml: nothing to excuse: spectral info-contact dashboard.yaml#/info',
    ]);
  });
});

describe('readExcuses', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'excuses-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each<[missing: string, excuses: object[], message: string]>([
    ['a reason', [excuse, { ...excuse, reason: undefined }], '[1].reason must be a string'],
    ['a place', [{ ...excuse, where: [] }], '[0].where must name at least one place'],
  ])('rejects an excuse without %s', (_missing, excuses, message) => {
    const file = join(folder, 'lint-excuses.yaml');
    writeFileSync(file, JSON.stringify(excuses));
    expect(() => readExcuses(file)).toThrow(message);
  });
});
