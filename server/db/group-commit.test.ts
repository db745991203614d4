import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleAgent, sampleStore } from '../testing/sample-records.ts';
import { connectDatabase } from './connect.ts';
import { createGroupCommit } from './group-commit.ts';
import { createRepositories } from './repositories.ts';
import { openLog } from './write-ahead-log.ts';

let database: TestDatabase;
let storeId: string;
beforeEach(async () => {
  database = await createTestDatabase();
  const store = sampleStore();
  await database.repositories.stores.insert(store);
  storeId = store.id;
});
afterEach(() => database.close());

const insert = 'insert into catalog_products (store_id, id, data) values (?, ?, ?)';

describe('writes of one group', () => {
  it('are each kept or taken back by themselves, whatever the others do', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async (plan) => {
        const commits = createGroupCommit(database.db);
        await database.db('catalog_products').delete();
        const outcomes = await Promise.allSettled(
          plan.map((isFine, index) =>
            commits.write((connection) => {
              connection.prepare(insert).run(storeId, `product ${index}`, '{}');
              if (!isFine) throw new Error(`refused ${index}`);
              return index;
            }),
          ),
        );
        expect(outcomes).toEqual(
          plan.map((isFine, index) =>
            isFine
              ? { status: 'fulfilled', value: index }
              : { status: 'rejected', reason: new Error(`refused ${index}`) },
          ),
        );
        const rows: { id: string }[] = await database.db('catalog_products').select('id').orderBy('sequence');
        const fine = plan.flatMap((isFine, index) => (isFine ? [`product ${index}`] : []));
        expect(rows.map(({ id }) => id)).toEqual(fine);
      }),
      { numRuns: 40 },
    ));

  it('are on disk for every other connection when they are answered', async () => {
    const other = await connectDatabase(database);
    try {
      const { agents } = createRepositories(other);
      const written = Array.from({ length: 20 }, async () => {
        const agent = sampleAgent(storeId);
        await database.repositories.agents.insertWithinLimit(storeId, agent, null);
        expect(await agents.find(storeId, agent.id)).toEqual(agent);
      });
      await Promise.all(written);
    } finally {
      await other.destroy();
    }
  });

  it('R-8-05 share a limit exactly', async () => {
    const { agents } = database.repositories;
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, () => agents.insertWithinLimit(storeId, sampleAgent(storeId), 10)),
    );
    expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(10);
    expect(await agents.list(storeId)).toHaveLength(10);
  });

  it('wait for a transaction that somebody else has begun', async () => {
    const { agents } = database.repositories;
    await database.db.transaction(async (trx) => {
      const written = agents.insertWithinLimit(storeId, sampleAgent(storeId), null);
      expect(await trx('agents').where({ store_id: storeId })).toEqual([]);
      void written;
    });
    const last = sampleAgent(storeId);
    await agents.insertWithinLimit(storeId, last, null);
    expect((await agents.list(storeId)).at(-1)).toEqual(last);
    expect(await agents.list(storeId)).toHaveLength(2);
  });

  it('are answered when they are on disk and not before, and what comes meanwhile shares the next wait', async () => {
    const waits: PromiseWithResolvers<void>[] = [];
    const toDisk = (): Promise<void> => {
      const wait = Promise.withResolvers<void>();
      waits.push(wait);
      return wait.promise;
    };
    const commits = createGroupCommit(database.db, () => ({ toDisk, close: () => undefined }));
    const answered: string[] = [];
    const write = (name: string): Promise<unknown> =>
      commits
        .write((connection) => connection.prepare(insert).run(storeId, name, '{}'))
        .then(() => answered.push(name));
    const first = write('a');
    while (waits.length === 0) await nextTurn();
    const others = [write('b'), write('c')];
    await nextTurn();
    await nextTurn();
    expect(waits).toHaveLength(1);
    expect(answered).toEqual([]);
    waits[0]?.resolve();
    await first;
    expect(answered).toEqual(['a']);
    while (waits.length === 1) await nextTurn();
    waits[1]?.resolve();
    await Promise.all(others);
    expect(waits).toHaveLength(2);
  });

  describe('gather', () => {
    /** How many writes each group took, when one comes in each of 40 turns of the event loop. */
    const groupsOf = async (now: () => number): Promise<number[]> => {
      const sizes: number[] = [];
      const commits = createGroupCommit(
        database.db,
        (connection) => {
          sizes.push(0);
          return openLog(connection);
        },
        now,
      );
      const count = (): void => {
        sizes.push((sizes.pop() ?? 0) + 1);
      };
      const all: Promise<void>[] = [];
      while (all.length < 40) {
        // Begun before the write, as a request from the network comes before the end of its turn.
        const turn = nextTurn();
        all.push(commits.write(count));
        await turn;
      }
      await Promise.all(all);
      return sizes;
    };

    it('for as long as turns bring more', async () => {
      expect(await groupsOf(() => 0)).toEqual([40]);
    });

    it('for five milliseconds and no more', async () => {
      let milliseconds = 0;
      const [first] = await groupsOf(() => milliseconds++);
      expect(first).toBe(5);
    });
  });

  it('all fail where one of them ends their transaction, and the next ones do not', async () => {
    const commits = createGroupCommit(database.db);
    const write = (id: string): Promise<unknown> =>
      commits.write((connection) => connection.prepare(insert).run(storeId, id, '{}'));
    const ending = commits.write((connection) => {
      connection.exec('rollback');
      throw new Error('disk full');
    });
    const outcomes = await Promise.allSettled([write('a'), ending, write('b')]);
    const failed = { status: 'rejected', reason: new Error('disk full') };
    expect(outcomes).toEqual([failed, failed, failed]);
    await write('c');
    const rows: { id: string }[] = await database.db('catalog_products').select('id');
    expect(rows).toEqual([{ id: 'c' }]);
    expect(await database.db.raw('pragma synchronous')).toEqual([{ synchronous: 2 }]);
  });

  it('fail where the disk does, and the next ones wait until the log before them is safe', async () => {
    let failures = 1;
    const wal = join(database.dataDir, 'service.db-wal');
    const sizes: number[] = [];
    const commits = createGroupCommit(database.db, (connection) => {
      sizes.push(statSync(wal).size);
      const log = openLog(connection);
      return { ...log, toDisk: () => (failures-- > 0 ? Promise.reject(new Error('EIO')) : log.toDisk()) };
    });
    const write = (id: string): Promise<unknown> =>
      commits.write((connection) => connection.prepare(insert).run(storeId, id, '{}'));
    await expect(write('a')).rejects.toThrow('EIO');
    const reader = new Database(join(database.dataDir, 'service.db'));
    reader.exec('begin; select * from stores');
    reader.prepare('select * from stores').all();
    await database.db.raw('pragma busy_timeout = 0');
    await expect(write('b')).rejects.toThrow('in use');
    reader.close();
    await expect(write('c')).resolves.toBeDefined();
    // Only the log that is known to be safe is written to: the one before `c` was emptied.
    expect(sizes.at(-1)).toBe(0);
    const [row] = await database.db.raw<{ synchronous: number }[]>('pragma synchronous');
    expect(row).toEqual({ synchronous: 2 });
    const rows: { id: string }[] = await database.db('catalog_products').select('id').orderBy('sequence');
    expect(rows.map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('write nothing where the log cannot be opened', async () => {
    const commits = createGroupCommit(database.db, () => {
      throw new Error('EMFILE');
    });
    const write = commits.write((connection) => connection.prepare(insert).run(storeId, 'a', '{}'));
    await expect(write).rejects.toThrow('EMFILE');
    expect(await database.db('catalog_products')).toEqual([]);
  });

  it('all fail when the database is gone', async () => {
    const commits = createGroupCommit(database.db);
    await database.db.destroy();
    const outcomes = await Promise.allSettled([commits.write(() => 1), commits.write(() => 2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
