import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listStores } from '../db/stores.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { changeStore } from '../testing/test-shop.ts';
import { operatorActor } from './audit.ts';
import { limitsOf } from './plans.ts';
import {
  createStore,
  findStore,
  type PlanInput,
  setPlan,
  type StoreChange,
  type StoreInput,
  updateStore,
} from './stores.ts';

describeOnEngines('a store', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  const make = (input: StoreInput) =>
    database.database.changeAll(operatorActor, (context) => createStore(context, input));

  it('is created with a plan and then listed', async () => {
    const store = await make({ name: 'Lamps & Co', plan: 'starter' });
    expect(store).toMatchObject({
      name: 'Lamps & Co',
      plan: 'starter',
      requests_per_minute: null,
      agent_limit: null,
    });
    expect((await listStores(database.database)).at(-1)).toMatchObject(store);
  });

  it('R-8-04 of the Enterprise plan has the limits that were agreed', async () => {
    const store = await make({ name: 'Big', plan: 'enterprise', requests_per_minute: 900 });
    expect(limitsOf(store)).toEqual({ requestsPerMinute: 900, agents: null });
  });

  it('gets the new plan’s limits, or the given ones, when its plan changes', async () => {
    const { id } = await make({ name: 'Grows', plan: 'free', agent_limit: 1 });
    const set = (input: PlanInput, storeId = id) =>
      changeStore(database, storeId, (context) => setPlan(context, input));
    expect(limitsOf(await set({ plan: 'pro' }))).toEqual({ requestsPerMinute: 200, agents: 50 });
    const custom = await set({ plan: 'pro', requests_per_minute: 500 });
    expect(limitsOf(custom)).toEqual({ requestsPerMinute: 500, agents: 50 });
    expect(await findStore(database, id)).toEqual(custom);
    await expect(set({ plan: 'pro' }, 'str_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps what is not changed, and amounts that need more than 32 bits', async () => {
    const { id } = await make({ name: 'Ünï "quoted" 🧵', plan: 'pro' });
    const update = (change: StoreChange) =>
      changeStore(database, id, (context) => updateStore(context, change));
    const contact = 'help@shop.example';
    await update({ contact });
    const changed = await update({ monthly_cap: 1_000_000 });
    expect(changed).toMatchObject({ name: 'Ünï "quoted" 🧵', contact, monthly_cap_micros: 1e12 });
    expect(await update({})).toEqual(changed);
  });

  const valid: StoreInput = { name: 'Shop', plan: 'free' };
  it.each([
    [{ ...valid, name: '' }, 'name must not be empty'],
    [{ ...valid, name: 'a\0b' }, 'name must be valid text without NUL'],
    [{ ...valid, name: '\ud800' }, 'name must be valid text without NUL'],
    [{ ...valid, name: 'x'.repeat(201) }, 'name must be at most 200 characters'],
    [{ ...valid, requests_per_minute: 0 }, 'requests_per_minute must be at least 1'],
    [{ ...valid, requests_per_minute: 1.5 }, 'requests_per_minute must be a whole number'],
    [{ ...valid, agent_limit: -1 }, 'agent_limit must be at least 0'],
    [{ ...valid, plan: 'gold' as 'free' }, 'plan must be one of free, starter, pro, enterprise'],
  ])('is rejected when one field is invalid: %#', async (input, message) => {
    const before = await listStores(database.database);
    await expect(make(input)).rejects.toMatchObject({ code: 'invalid_request', message });
    expect(await listStores(database.database)).toEqual(before);
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
    const store = sampleStore({ plan: 'enterprise', requests_per_minute: 6000, agent_limit: 0 });
    expect(limitsOf(store)).toEqual({ requestsPerMinute: 6000, agents: 0 });
  });

  it('can be set one by one for a store on any plan', () => {
    expect(limitsOf(sampleStore({ plan: 'free', agent_limit: 9 }))).toEqual({
      requestsPerMinute: 20,
      agents: 9,
    });
    expect(limitsOf(sampleStore({ plan: 'pro', requests_per_minute: 1 }))).toEqual({
      requestsPerMinute: 1,
      agents: 50,
    });
  });
});
