import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../generated/operations.ts';
import { statusOfError } from './errors.ts';

const ours: readonly number[] = Object.values(statusOfError);
// Source 7 lists these for the operations; decision 0011 those beyond it, one row of its table each.
const ofSource = [400, 401, 403, 404, 429, 500];
const decision = join(import.meta.dirname, '..', 'spec', 'decisions', '0011-other-errors.md');
const ofDecision = [...readFileSync(decision, 'utf8').matchAll(/^\| (\d{3}) \|/gm)].map((row) =>
  Number(row[1]),
);

describe('the error table', () => {
  it('R-7-13 has exactly the statuses that the source and decision 0011 list', () => {
    const unique = (values: readonly number[]): number[] => [...new Set(values)].toSorted();
    expect(unique(ours)).toEqual(unique([...ofSource, ...ofDecision]));
  });

  it('has every error status that an operation of the contract may answer', () => {
    const answered = Object.values(operations).flatMap((operation): readonly number[] => operation.statuses);
    expect(answered.filter((status) => status >= 400 && !ours.includes(status))).toEqual([]);
  });
});
