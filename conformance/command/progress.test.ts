import { describe, expect, it } from 'vitest';
import { allChecks } from '../checks/all-checks.ts';
import type { CheckResult } from '../runner/check-result.ts';
import { createProgress } from './progress.ts';

function checkCalled(id: string) {
  const check = allChecks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  return check;
}

const checks = ['agents/list', 'agents/defaults', 'limits/free'].map(checkCalled);
const plan = { checks, skipped: [], cost: { requests: 99, messages: 0, agents: 0 } };

function resultOf(id: string, outcome: CheckResult['outcome'] = 'pass'): CheckResult {
  const { title, level, profile, requirements } = checkCalled(id);
  const spent = { requests: 4, messages: 0, agents: 0 };
  const told = { failures: [], untested: [], observations: [], spent, durationMs: 1 };
  return { id, title, level, profile, requirements, outcome, completed: true, ...told };
}

/** What is written when results come at these seconds. */
function written(
  isTTY: boolean,
  ...told: readonly (readonly [second: number, result: CheckResult])[]
): string[] {
  const lines: string[] = [];
  let now = 0;
  const progress = createProgress(plan, { isTTY, write: (text) => lines.push(text) }, () => now);
  for (const [second, result] of told) {
    now = second * 1000;
    progress.tell(result);
  }
  return lines;
}

describe('progress', () => {
  it('says on a terminal what is done, and why the last minute is silent', () => {
    const lines = written(true, [1, resultOf('agents/list')], [2, resultOf('agents/defaults')]);
    expect(lines).toEqual([
      '\r\u001B[K[1/3] pass agents/list; 4 requests, 1 s',
      '\r\u001B[K[2/3] pass agents/defaults; 8 requests, 2 s; only the limit checks are left, which see a minute pass',
    ]);
  });

  it('has nothing to wait for when all is done', () => {
    const lines = written(
      true,
      ...checks.map(({ id }, index): [number, CheckResult] => [index, resultOf(id)]),
    );
    expect(lines.at(-1)).toBe('\r\u001B[K[3/3] pass limits/free; 12 requests, 2 s');
  });

  it('is a line every five seconds elsewhere, and one for each failure', () => {
    expect(written(false, [4, resultOf('agents/list')])).toEqual([]);
    expect(written(false, [5, resultOf('agents/list')])).toEqual([
      '[1/3] pass agents/list; 4 requests, 5 s\n',
    ]);
    const failed = written(false, [0, resultOf('agents/list', 'fail')]);
    expect(failed).toEqual(['[1/3] fail agents/list; 4 requests, 0 s\n']);
  });

  it('counts no check that was left out', () => {
    expect(written(true, [1, resultOf('embed/script', 'untested')])).toEqual([]);
  });
});
