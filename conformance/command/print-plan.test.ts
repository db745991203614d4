import { describe, expect, it } from 'vitest';
import { unlimited } from '../client/budget.ts';
import type { Job } from '../runner/job.ts';
import { planOfJob } from '../runner/plan-of-job.ts';
import type { StoreAccess, Target } from '../target.ts';
import { printPlan } from './print-plan.ts';

const main: StoreAccess = { key: 'main' };

/** What is printed ahead of a run of the core profile against these stores. */
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

describe('the plan', () => {
  it('names no time where no limit is known', () => {
    expect(printed({ main })).not.toMatch(/minute/);
  });

  it('counts the minutes between the requests that a limit allows', () => {
    const slow = printed({ main: { ...main, requestsPerMinute: 20 } });
    const requests = Number(/at most (\d+) requests/.exec(slow)?.[1]);
    const seconds = Number(/At 20 requests a minute this takes up to about (\d+) s/.exec(slow)?.[1]);
    expect(seconds).toBe(120);
    expect(requests).toBeLessThanOrEqual(3 * 20);
  });

  it('counts the two that it takes to exhaust the very store that is judged', () => {
    const limited = { ...main, requestsPerMinute: 20 };
    expect(printed({ main: limited, limited })).toContain('this takes up to about 240 s');
  });

  it('says that limit checks see a minute pass beside the others', () => {
    const stores = { main, limited: { key: 'limited', requestsPerMinute: 20 } };
    expect(printed(stores)).toContain('The limit checks see a minute pass');
    expect(printed(stores)).not.toContain('takes up to');
  });
});
