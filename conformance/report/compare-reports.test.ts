import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { diffCommand } from '../command/diff-command.ts';
import type { ClauseOutcome, ClauseResult } from './clause-result.ts';
import { compareReports, printComparison, type ComparedReport } from './compare-reports.ts';

function report(outcomes: Readonly<Record<string, ClauseOutcome>>, seed: number): ComparedReport {
  const clauses = Object.entries(outcomes).map(([id, outcome]) => ({ id, outcome, text: `text of ${id}` }));
  return {
    clauses: clauses as unknown as readonly ClauseResult[],
    target: { baseUrl: 'https://host', mcpUrl: undefined, httpUrl: 'http://host' },
    seed,
    startedAt: '2026-01-01T00:00:00.000Z',
  };
}

const old = report({ 'R-1-01': 'pass', 'R-1-02': 'fail', 'R-1-03': 'pass', 'R-1-05': 'pass' }, 1);
const current = report({ 'R-1-01': 'fail', 'R-1-02': 'pass', 'R-1-03': 'untested', 'R-1-05': 'pass' }, 2);

it('a comparison has what is newly violated, repaired and no longer checked, and why the runs differ', () => {
  const text = printComparison(compareReports(old, current));
  expect(text).toContain('Newly violated (1)\n  R-1-01  holds, now violated: text of R-1-01');
  expect(text).toContain('Repaired (1)\n  R-1-02');
  expect(text).toContain('No longer checked (1)\n  R-1-03  holds, now untested');
  expect(text).toContain('seed: 1, now 2');
  expect(text).not.toContain('R-1-05');
});

it('a comparison has what is newly checked', () => {
  const before = report({ 'R-1-01': 'untested' }, 1);
  const after = report({ 'R-1-01': 'pass' }, 1);
  expect(printComparison(compareReports(before, after))).toContain('Newly checked (1)\n  R-1-01  untested');
});

it('a comparison shows an outcome of another version as it is', () => {
  const other = report({ 'R-1-01': 'of another version' as ClauseOutcome }, 1);
  expect(printComparison(compareReports(other, current))).toContain('of another version, now violated');
});

it('the command exits with 1 where a clause is newly violated, and names a file that is no report', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'diff-'));
  const file = async (name: string, content: unknown): Promise<string> => {
    await writeFile(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  };
  const [before, after, other] = [
    await file('old.json', old),
    await file('new.json', current),
    await file('other.json', {}),
  ];
  const ignore = (): void => undefined;
  expect(diffCommand([before, after], ignore)).toBe(1);
  expect(diffCommand([before, before], ignore)).toBe(0);
  expect(() => diffCommand([before, other], ignore)).toThrow(`${other} is no report`);
  expect(() => diffCommand([before], ignore)).toThrow('give two reports');
  await rm(folder, { recursive: true });
});
