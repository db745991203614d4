import { describe, expect, it } from 'vitest';
import { sampleStore } from '../testing/sample-records.ts';
import { limitsOf } from './plans.ts';

describe('the limits of a store', () => {
  it.each([
    ['R-8-01', 'free', { requestsPerMinute: 20, agents: 3 }],
    ['R-8-02', 'starter', { requestsPerMinute: 60, agents: 10 }],
    ['R-8-03', 'pro', { requestsPerMinute: 200, agents: 50 }],
    ['R-8-04', 'enterprise', { requestsPerMinute: null, agents: null }],
  ] as const)('%s come from the plan %s', (_requirement, plan, limits) => {
    expect(limitsOf(sampleStore({ plan }))).toEqual(limits);
  });

  it('R-8-04 are the ones agreed with an Enterprise store', () => {
    const store = sampleStore({ plan: 'enterprise', requestsPerMinute: 6000, agentLimit: 0 });
    expect(limitsOf(store)).toEqual({ requestsPerMinute: 6000, agents: 0 });
  });

  it('can be set for a store on any plan, one by one', () => {
    expect(limitsOf(sampleStore({ plan: 'free', agentLimit: 9 }))).toEqual({
      requestsPerMinute: 20,
      agents: 9,
    });
    expect(limitsOf(sampleStore({ plan: 'pro', requestsPerMinute: 1 }))).toEqual({
      requestsPerMinute: 1,
      agents: 50,
    });
  });
});
