import { levelOf } from '../check.ts';
import { describe, expect, it } from 'vitest';
import { allChecks } from '../checks/all-checks.ts';
import { unlimited } from '../client/meter.ts';
import type { StoreAccess, Target } from '../exchange.ts';
import { planOfJob, type Job } from '../runner/plan.ts';
import type { CheckResult } from '../runner/run-check.ts';
import { createProgress, printPlan } from './progress.ts';

const main: StoreAccess = { key: 'main' };

/** The printed plan of the core profile for these stores. */
function printed(stores: Target['stores']): string {
  const job: Job = {
    target: {
      baseUrl: 'https://host',
      httpUrl: 'http://host',
      mcpUrl: undefined,
      stores,
      idleTimeoutMs: 1000,
      readOnly: false,
      insecure: false,
    },
    profile: 'core',
    budget: unlimited,
    seed: 1,
    runs: 1,
  };
  return printPlan(planOfJob(job), job);
}

describe('printPlan', () => {
  it('prints no duration where no limit is known', () => {
    expect(printed({ main })).not.toMatch(/minute/);
  });

  it('adds up the minutes that a limit requires between requests', () => {
    const slow = printed({ main: { ...main, requestsPerMinute: 20 } });
    const requests = Number(/at most (\d+) requests/.exec(slow)?.[1]);
    const seconds = Number(/At 20 requests a minute this takes up to about (\d+) s/.exec(slow)?.[1]);
    expect(seconds).toBe(120);
    expect(requests).toBeLessThanOrEqual(3 * 20);
  });

  it('does not exhaust the limit of the main store in a profile that has no room for it', () => {
    const limited = { ...main, requestsPerMinute: 20 };
    expect(printed({ main: limited, limited })).toContain('this takes up to about 120 s');
  });

  it('states that limit checks of another store wait for a minute', () => {
    const stores = { main, limited: { key: 'limited', requestsPerMinute: 20 } };
    expect(printed(stores)).toContain('The limit checks wait for a minute');
    expect(printed(stores)).toContain('Limited stores: up to 360 requests, 5 messages, 2 agents more');
    expect(printed(stores)).not.toContain('takes up to');
  });
});

function checkCalled(id: string) {
  const check = allChecks.find((one) => one.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  return check;
}

const checks = ['agents/list', 'agents/defaults', 'limits/free'].map(checkCalled);
const plan = {
  checks,
  costs: new Map(),
  skipped: [],
  cost: { requests: 99, messages: 0, agents: 0 },
  besideCost: { requests: 0, messages: 0, agents: 0 },
};

function resultOf(id: string, outcome: CheckResult['outcome'] = 'pass'): CheckResult {
  const { title, profile, requirements } = checkCalled(id);
  const level = levelOf({ requirements });
  const spent = { requests: 4, messages: 0, agents: 0 };
  const rest = {
    failures: [],
    untested: [],
    notShown: [],
    observations: [],
    warnings: [],
    spent,
    durationMs: 1,
  };
  return { id, title, level, profile, requirements, outcome, completed: true, ...rest };
}

/** What is written for results at these seconds. */
function written(
  isTTY: boolean,
  ...results: readonly (readonly [second: number, result: CheckResult])[]
): string[] {
  const lines: string[] = [];
  let now = 0;
  const progress = createProgress(plan, { isTTY, write: (text) => lines.push(text) }, () => now);
  for (const [second, result] of results) {
    now = second * 1000;
    progress.update(result);
  }
  return lines;
}

describe('createProgress', () => {
  it('shows on a terminal what is done, and why only the limit checks are left', () => {
    const lines = written(true, [1, resultOf('agents/list')], [2, resultOf('agents/defaults')]);
    expect(lines).toEqual([
      '\r\u001B[K[1/3] pass agents/list; 4 requests, 1 s',
      '\r\u001B[K[2/3] pass agents/defaults; 8 requests, 2 s; only the limit checks are left, which wait for a minute',
    ]);
  });

  it('shows no wait when all checks are done', () => {
    const lines = written(
      true,
      ...checks.map(({ id }, index): [number, CheckResult] => [index, resultOf(id)]),
    );
    expect(lines.at(-1)).toBe('\r\u001B[K[3/3] pass limits/free; 12 requests, 2 s');
  });

  it('writes a line every five seconds without a terminal, and one for each failure', () => {
    expect(written(false, [4, resultOf('agents/list')])).toEqual([]);
    expect(written(false, [5, resultOf('agents/list')])).toEqual([
      '[1/3] pass agents/list; 4 requests, 5 s\n',
    ]);
    const failed = written(false, [0, resultOf('agents/list', 'fail')]);
    expect(failed).toEqual(['[1/3] fail agents/list; 4 requests, 0 s\n']);
  });

  it('does not count skipped checks', () => {
    expect(written(true, [1, resultOf('embed/script', 'untested')])).toEqual([]);
  });
});
