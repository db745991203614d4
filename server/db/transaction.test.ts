import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleKey, sampleStore } from '../testing/sample-records.ts';
import { allKeys } from './api-keys.ts';
import { connectDatabase } from './connect.ts';
import { createRepositories } from './create-repositories.ts';

describe.each(databases)('a transaction over several tables in $name', ({ create }) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await create();
  });
  afterEach(() => database.close());

  it('keeps all of its rows, or none when it throws', async () => {
    const { repositories } = database;
    const [kept, lost] = [sampleStore(), sampleStore()];
    const key = sampleKey(kept.id);
    await repositories.transaction('test', async ({ stores }, trx) => {
      await stores.insert(kept);
      await trx('api_keys').insert(key);
    });
    const failing = repositories.transaction('test', async ({ stores }, trx) => {
      await stores.insert(lost);
      await trx('api_keys').insert(sampleKey(kept.id));
      throw new Error('stopped');
    });
    await expect(failing).rejects.toThrow('stopped');
    expect(await repositories.stores.list()).toEqual([kept]);
    expect(await allKeys(database.database.reader(kept.id))).toMatchObject([key]);
  });

  it('keeps the rows of a transaction inside of it, or loses them, with its own', async () => {
    const { repositories } = database;
    const [outer, inner] = [sampleStore(), sampleStore()];
    const run = (end: () => void) =>
      repositories.transaction(null, async (joined) => {
        await joined.stores.insert(outer);
        await joined.transaction('test', ({ stores }) => stores.insert(inner));
        end();
      });
    const fail = () => {
      throw new Error('stopped');
    };
    await expect(run(fail)).rejects.toThrow('stopped');
    expect(await repositories.stores.list()).toEqual([]);
    await run(() => undefined);
    expect(await repositories.stores.list()).toEqual([outer, inner]);
  });
});

// Another process with SQLite: server/demo/start-together.test.ts.
describe.each(databases.filter(({ name }) => name === 'PostgreSQL'))(
  'transactions in $name',
  ({ create }) => {
    it('of one name wait for each other, on all connections', async () => {
      const database = await create();
      const connections = [await connectDatabase(database), await connectDatabase(database)];
      try {
        const id = sampleStore().id;
        const insertOnce = async (db: (typeof connections)[number]): Promise<string> =>
          createRepositories(db).transaction('test', async ({ stores }) => {
            if ((await stores.find(id)) !== undefined) return 'found';
            await stores.insert(sampleStore({ id }));
            return 'inserted';
          });
        const results = await Promise.all([...connections, ...connections].map(insertOnce));
        expect(results.toSorted()).toEqual(['found', 'found', 'found', 'inserted']);
      } finally {
        await Promise.all(connections.map((db) => db.destroy()));
        await database.close();
      }
    });
  },
);
