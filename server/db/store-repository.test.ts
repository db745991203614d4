import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';

describe.each(databases)('stores in $name', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  it('keeps every field', async () => {
    const { stores } = database.repositories;
    const store = sampleStore({
      name: 'Ünï "quoted" 🧵',
      plan: 'enterprise',
      requestsPerMinute: 6000,
      agentLimit: 0,
    });
    await stores.insert(store);
    expect(await stores.find(store.id)).toEqual(store);
  });

  it('finds nothing under an unknown id', async () => {
    expect(await database.repositories.stores.find('str_none')).toBeUndefined();
  });

  it('lists in the order of creation, even within one millisecond', async () => {
    const { stores } = database.repositories;
    const made = [sampleStore(), sampleStore(), sampleStore()];
    for (const store of made) await stores.insert(store);
    expect((await stores.list()).slice(-3)).toEqual(made);
  });

  it('changes what is given and keeps the rest', async () => {
    const { stores } = database.repositories;
    const store = sampleStore({ agentLimit: 7 });
    await stores.insert(store);
    expect(await stores.update(store.id, { plan: 'pro', requestsPerMinute: 90 })).toEqual({
      ...store,
      plan: 'pro',
      requestsPerMinute: 90,
    });
    expect(await stores.update(store.id, { requestsPerMinute: null })).toEqual({ ...store, plan: 'pro' });
    expect(await stores.update(store.id, {})).toEqual({ ...store, plan: 'pro' });
    expect(await stores.update('str_none', { plan: 'pro' })).toBeUndefined();
  });
});
