import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { limitsOf } from './plans.ts';
import { createStore, type StoreDeps, listStores, setPlan, type StoreInput } from './stores.ts';

describe('a store', () => {
  let database: TestDatabase;
  let deps: StoreDeps;
  beforeAll(async () => {
    database = await createTestDatabase();
    deps = { repositories: database.repositories, clock: systemClock };
  });
  afterAll(() => database.close());

  it('is created with a plan and then listed', async () => {
    const store = await createStore(deps, { name: 'Lamps & Co', plan: 'starter' });
    expect(store).toMatchObject({
      name: 'Lamps & Co',
      plan: 'starter',
      requestsPerMinute: null,
      agentLimit: null,
    });
    expect(await listStores(deps)).toContainEqual(store);
  });

  it('R-8-04 of the Enterprise plan has the limits that were agreed', async () => {
    const store = await createStore(deps, { name: 'Big', plan: 'enterprise', requestsPerMinute: 900 });
    expect(limitsOf(store)).toEqual({ requestsPerMinute: 900, agents: null });
  });

  it('gets the new plan’s limits, or the given ones, when its plan changes', async () => {
    const { id } = await createStore(deps, { name: 'Grows', plan: 'free', agentLimit: 1 });
    expect(limitsOf(await setPlan(deps, id, { plan: 'pro' }))).toEqual({
      requestsPerMinute: 200,
      agents: 50,
    });
    const custom = await setPlan(deps, id, { plan: 'pro', requestsPerMinute: 500 });
    expect(limitsOf(custom)).toEqual({ requestsPerMinute: 500, agents: 50 });
    await expect(setPlan(deps, 'str_none', { plan: 'pro' })).rejects.toMatchObject({ code: 'not_found' });
  });

  const valid: StoreInput = { name: 'Shop', plan: 'free' };
  it.each([
    [{ ...valid, name: '' }, 'name must not be empty'],
    [{ ...valid, name: 'a\0b' }, 'name must be valid text without NUL'],
    [{ ...valid, name: '\ud800' }, 'name must be valid text without NUL'],
    [{ ...valid, name: 'x'.repeat(201) }, 'name must be at most 200 characters'],
    [{ ...valid, requestsPerMinute: 0 }, 'requestsPerMinute must be at least 1'],
    [{ ...valid, requestsPerMinute: 1.5 }, 'requestsPerMinute must be a whole number'],
    [{ ...valid, agentLimit: -1 }, 'agentLimit must be at least 0'],
    [{ ...valid, plan: 'gold' as 'free' }, 'plan must be one of free, starter, pro, enterprise'],
  ])('is rejected when one field is invalid: %#', async (input, message) => {
    const before = await listStores(deps);
    await expect(createStore(deps, input)).rejects.toMatchObject({ code: 'invalid_request', message });
    expect(await listStores(deps)).toEqual(before);
  });
});

describe('the limits of a store', () => {
  it.each([
    ['R-8-01', 'free', { requestsPerMinute: 20, agents: 3 }],
    ['R-8-02', 'starter', { requestsPerMinute: 60, agents: 10 }],
    ['R-8-03', 'pro', { requestsPerMinute: 200, agents: 50 }],
    ['R-8-04', 'enterprise', { requestsPerMinute: null, agents: null }],
  ] as const)('%s are those of the plan %s', (_requirement, plan, limits) => {
    expect(limitsOf(sampleStore({ plan }))).toEqual(limits);
  });

  it('R-8-04 are the agreed ones for an Enterprise store', () => {
    const store = sampleStore({ plan: 'enterprise', requestsPerMinute: 6000, agentLimit: 0 });
    expect(limitsOf(store)).toEqual({ requestsPerMinute: 6000, agents: 0 });
  });

  it('can be set one by one for a store on any plan', () => {
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
