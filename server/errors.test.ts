import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../generated/operations.ts';
import { statusOfError } from './errors.ts';

const statuses: readonly number[] = Object.values(statusOfError);
// Source 7 lists these; decision 0011 adds one in each row of its table.
const sourceStatuses = [400, 401, 403, 404, 429, 500];
const decision = join(import.meta.dirname, '..', 'spec', 'decisions', '0011-other-errors.md');
const decisionStatuses = [...readFileSync(decision, 'utf8').matchAll(/^\| (\d{3}) \|/gm)].map((row) =>
  Number(row[1]),
);

const errorCode = join(import.meta.dirname, '..', 'spec', 'schemas', 'error-code.yaml');
const documented = [...readFileSync(errorCode, 'utf8').matchAll(/^ {2}\| `(\w+)` \| (\d{3}) \|/gm)].map(
  ([, code, status]) => [code, Number(status)],
);

describe('statusOfError', () => {
  it('R-2.5-04 has the codes of the contract, each with the status that the contract states', () => {
    expect(Object.entries(statusOfError)).toEqual(documented);
  });

  it('R-7-13 has exactly the statuses that the source and decision 0011 list', () => {
    const unique = (values: readonly number[]): number[] => [...new Set(values)].toSorted();
    expect(unique(statuses)).toEqual(unique([...sourceStatuses, ...decisionStatuses]));
  });

  it('has every error status that the contract lists for an operation', () => {
    const ofContract = Object.values(operations).flatMap(
      (operation): readonly number[] => operation.statuses,
    );
    expect(ofContract.filter((status) => status >= 400 && !statuses.includes(status))).toEqual([]);
  });
});
