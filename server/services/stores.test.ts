import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { limitsOf } from './plans.ts';
import { createStore, type CreateStoreDeps, listStores, setPlan, type StoreInput } from './stores.ts';

describe('stores', () => {
  let database: TestDatabase;
  let deps: CreateStoreDeps;
  beforeAll(async () => {
    database = await createTestDatabase();
    deps = { repositories: database.repositories, clock: systemClock };
  });
  afterAll(() => database.close());

  it('are made with a plan, and listed', async () => {
    const store = await createStore(deps, { name: 'Lamps & Co', plan: 'starter' });
    expect(store).toMatchObject({
      name: 'Lamps & Co',
      plan: 'starter',
      requestsPerMinute: null,
      agentLimit: null,
    });
    expect(await listStores(deps)).toContainEqual(store);
  });

  it('R-8-04 an Enterprise store gets the limits that were agreed', async () => {
    const store = await createStore(deps, { name: 'Big', plan: 'enterprise', requestsPerMinute: 900 });
    expect(limitsOf(store)).toEqual({ requestsPerMinute: 900, agents: null });
  });

  it('a change of plan brings that plan’s limits, or the ones given', async () => {
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
  ])('are refused when one thing is wrong: %#', async (input, message) => {
    const before = await listStores(deps);
    await expect(createStore(deps, input)).rejects.toMatchObject({ code: 'invalid_request', message });
    expect(await listStores(deps)).toEqual(before);
  });
});
