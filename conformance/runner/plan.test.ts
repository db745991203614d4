import { describe, expect, it } from 'vitest';
import { requirements } from '../../generated/requirements.ts';
import measuredCosts from '../costs.json' with { type: 'json' };
import { allChecks } from '../checks/all-checks.ts';
import { unlimited } from '../client/meter.ts';
import type { Target } from '../exchange.ts';
import { budgetsOfProfiles, lower, makePlan } from './plan.ts';

const target: Target = {
  baseUrl: 'https://host',
  httpUrl: 'http://host',
  mcpUrl: 'https://host/mcp',
  stores: { main: { key: 'k', chatbotId: 'c' } },
  idleTimeoutMs: 1000,
  readOnly: false,
  insecure: false,
};

function planned(more: Partial<Target>, options: Partial<Parameters<typeof makePlan>[2]> = {}) {
  return makePlan(
    allChecks,
    { ...target, ...more },
    { profile: 'exhaustive', budget: unlimited, ...options },
  );
}

describe('allChecks', () => {
  it('has unique ids, each with a folder and a name', () => {
    const ids = allChecks.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z-]+\/[a-z0-9-]+$/.test(id))).toEqual([]);
  });

  it('covers every requirement that is visible from outside', () => {
    const checked = new Set(allChecks.flatMap((check) => check.requirements));
    const visible = requirements.filter(({ verified }) => verified.includes('black-box')).map(({ id }) => id);
    expect(visible.filter((id) => !checked.has(id))).toEqual([]);
  });

  it('has the cost of every check that does not compute it, measured by npm run mutants -- --costs', () => {
    const measured = allChecks.filter(({ costFor }) => costFor === undefined).map(({ id }) => id);
    expect(Object.keys(measuredCosts).toSorted()).toEqual(measured.toSorted());
  });

  it('has checks of our decisions in the reference profile alone', () => {
    const open = new Set(requirements.filter(({ level }) => level === 'open').map(({ id }) => id));
    const wrong = allChecks.filter(
      ({ profile, requirements: clauses }) => profile === 'reference' && !clauses.every((id) => open.has(id)),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});

describe('makePlan', () => {
  const stores = {
    main: { ...target.stores.main, failingAgentId: 'f' },
    second: { key: 's', agentId: 'a', chatbotId: 'b' },
    limited: { key: 'l', requestsPerMinute: 20, agentLimit: 3 },
    steady: { key: 't', requestsPerMinute: 20 },
  };
  const isOfPlan = ({ check }: { readonly check: { readonly id: string } }): boolean =>
    /^limits\/(?:starter|pro|enterprise)$/.test(check.id);

  it.each(['core', 'full'] as const)(
    'has room for all checks of the %s profile, with every option',
    (profile) => {
      const { skipped, cost } = planned({ stores, browserPath: '/chromium' }, { profile });
      expect(
        skipped.filter((one) => !isOfPlan(one)).map(({ check, reason }) => `${check.id}: ${reason}`),
      ).toEqual([]);
      const budget = budgetsOfProfiles[profile];
      expect(lower(cost, budget)).toEqual(cost);
    },
  );

  it('plans no more than the budget of the profile where the main store is the limited one', () => {
    const main = { ...stores.main, requestsPerMinute: 200 };
    const { skipped, cost, besideCost } = planned({ stores: { main, limited: main } }, { profile: 'core' });
    expect(lower(cost, budgetsOfProfiles.core)).toEqual(cost);
    expect(besideCost.requests).toBe(0);
    expect(skipped.find(({ check }) => check.id === 'limits/pro')?.reason).toBe(
      'it takes up to 2700 requests, 5 messages, 2 agents, beyond what --profile core has left',
    );
  });

  it('chooses as many requests as a small store allows in five minutes, those of the most value first', () => {
    const main = { ...stores.main, requestsPerMinute: 20 };
    const { cost, checks } = planned({ stores: { main } }, { profile: 'full' });
    expect(cost.requests).toBeLessThanOrEqual(100);
    expect(checks.filter((check) => check.profile === 'core').length).toBeGreaterThan(10);
    expect(checks.some((check) => check.profile === 'full')).toBe(true);
  });

  it('counts the messages of a limited store apart, and plans five of them at most for each limit', () => {
    const { checks, costs } = planned({ stores }, { profile: 'full' });
    const ofLimits = checks.filter(({ id }) => id === 'limits/free' || id === 'limits/again');
    expect(ofLimits.map((check) => costs.get(check)?.messages)).toEqual([5, 0]);
  });

  it('keeps to a budget and reports what it skips', () => {
    const { checks, skipped, cost } = planned({}, { budget: { requests: 80, messages: 2, agents: 4 } });
    expect(cost.requests).toBeLessThanOrEqual(80);
    expect(cost.messages).toBeLessThanOrEqual(2);
    expect(cost.agents).toBeLessThanOrEqual(4);
    expect(checks.length).toBeGreaterThan(5);
    expect(skipped.find(({ check }) => check.id === 'agents/keeps-text')?.reason).toContain('budget');
  });

  it('gives a check that needs less than its cost what the budget has left', () => {
    const budget = { requests: 100, messages: 0, agents: 20 };
    const { checks, costs } = planned({}, { only: ['agents/list-of-many'], budget });
    // Seven requests and an agent are for the fixtures.
    expect(checks.map((check) => costs.get(check))).toEqual([{ requests: 93, messages: 0, agents: 19 }]);
  });

  it('plans no check that writes when the target is read-only', () => {
    const { checks, skipped } = planned({ readOnly: true });
    expect(checks.filter(({ isReadOnly }) => !isReadOnly)).toEqual([]);
    expect(skipped.find(({ check }) => check.id === 'agents/defaults')?.reason).toContain('--read-only');
  });

  it('distinguishes untested from not offered', () => {
    const { skipped } = planned({ mcpUrl: undefined });
    const outcomes = new Map(skipped.map(({ check, outcome }) => [check.id, outcome]));
    expect(outcomes.get('mcp/key')).toBe('not offered');
    expect(outcomes.get('tenancy/lists')).toBe('untested');
  });

  it('selects checks by requirement or by check id', () => {
    expect(planned({}, { only: ['agents/defaults'] }).checks.map(({ id }) => id)).toEqual([
      'agents/defaults',
    ]);
    const byClause = planned({}, { only: ['R-2.2-03'] }).checks;
    expect(byClause.length).toBeGreaterThan(0);
    expect(byClause.every((check) => check.requirements.includes('R-2.2-03'))).toBe(true);
  });
});
