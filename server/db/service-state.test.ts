import { expect, it } from 'vitest';
import { systemClock } from '../support/clock.ts';
import { databases } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { connectDatabase } from './connect.ts';
import { createDatabase, systemActor } from './database.ts';
import { takeLock } from './service-state.ts';

// Another process with SQLite: server/demo/start-together.test.ts.
it.each(databases.filter(({ name }) => name === 'PostgreSQL'))(
  'changes that take one lock run one after another in $name, on all connections',
  async ({ create }) => {
    const database = await create();
    const connections = [await connectDatabase(database), await connectDatabase(database)];
    const store = sampleStore();
    const insertOnce = (db: (typeof connections)[number]): Promise<string> =>
      createDatabase(db, { clock: systemClock }).changeAll(systemActor, async (context) => {
        await takeLock(context, 'test');
        const stores = context.allStores('stores');
        if ((await stores.clone().where({ id: store.id }).first()) !== undefined) return 'found';
        await stores.insert(store);
        return 'inserted';
      });
    try {
      const results = await Promise.all([...connections, ...connections].map(insertOnce));
      expect(results.toSorted()).toEqual(['found', 'found', 'found', 'inserted']);
    } finally {
      await Promise.all(connections.map((db) => db.destroy()));
      await database.close();
    }
  },
);
