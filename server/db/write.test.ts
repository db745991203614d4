import fc from 'fast-check';
import type { Knex } from 'knex';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleAgent, sampleStore } from '../testing/sample-records.ts';
import { connectDatabase } from './connect.ts';
import { findAgent } from './agents.ts';
import { createDatabase } from './database.ts';
import { systemClock } from '../support/clock.ts';
import { createWriter, type Write } from './write.ts';
import { addStore, addAgent } from '../testing/test-shop.ts';

let database: TestDatabase;
let write: Write;
let storeId: string;

async function setUp(create: () => Promise<TestDatabase>): Promise<void> {
  database = await create();
  write = createWriter(database.db);
  const store = sampleStore();
  await addStore(database, store);
  storeId = store.id;
}

/** A row for each write: `data` makes it as large as a test needs. */
const insert = (trx: Knex, id: string, data = '{}') =>
  trx('catalog_products').insert({ store_id: storeId, id, data });

async function storedIds(): Promise<string[]> {
  const rows: { id: string }[] = await database.db('catalog_products').select('id').orderBy('sequence');
  return rows.map(({ id }) => id);
}

describe.each(databases)('concurrent writes in $name', ({ name, create }) => {
  beforeAll(() => setUp(create));
  afterAll(() => database.close());

  it('are each committed or rolled back alone, whatever the others do', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('valid', 'throws', 'duplicate'), { maxLength: 30 }),
        async (plan) => {
          await database.db('catalog_products').delete();
          await insert(database.db, 'first');
          const results = await Promise.allSettled(
            plan.map((kind, index) =>
              write(async (trx) => {
                await insert(trx, `product ${index}`);
                if (kind === 'duplicate') await insert(trx, 'first');
                if (kind === 'throws') throw new Error(`thrown ${index}`);
                return index;
              }),
            ),
          );
          expect(results).toEqual(
            plan.map((kind, index) => {
              if (kind === 'valid') return { status: 'fulfilled', value: index };
              const message =
                kind === 'throws' ? `thrown ${index}` : expect.stringMatching(/unique constraint/i);
              return { status: 'rejected', reason: expect.objectContaining({ message }) };
            }),
          );
          const valid = plan.flatMap((kind, index) => (kind === 'valid' ? [`product ${index}`] : []));
          // PostgreSQL's concurrent transactions have no order.
          const inOrder = (ids: string[]) => (name === 'SQLite' ? ids : ids.toSorted());
          expect(inOrder(await storedIds())).toEqual(inOrder(['first', ...valid]));
        },
      ),
      { numRuns: 40 },
    ));

  it('are visible to every other connection when they resolve', async () => {
    const other = await connectDatabase(database);
    try {
      const reader = createDatabase(other, { clock: systemClock }).reader(storeId);
      const written = Array.from({ length: 20 }, async () => {
        const agent = sampleAgent(storeId);
        await addAgent(database, agent);
        expect(await findAgent(reader, agent.id)).toMatchObject(agent);
      });
      await Promise.all(written);
    } finally {
      await other.destroy();
    }
  });

  it('fail with a message that has the SQL but not the values', async () => {
    const failing = write(async (trx) => {
      await insert(trx, 'twice', 'what a shopper wrote');
      await insert(trx, 'twice', 'what a shopper wrote');
    });
    const message = await failing.then(String, String);
    expect(message).toMatch(/insert into .catalog_products./);
    expect(message).not.toContain('shopper');
  });

  it('all fail when the database is closed', async () => {
    const closed = await create();
    await closed.close();
    const closedWrite = createWriter(closed.db);
    const results = await Promise.allSettled([
      closedWrite((trx) => insert(trx, 'a')),
      closedWrite((trx) => insert(trx, 'b')),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('a write in SQLite', () => {
  beforeEach(() => setUp(createTestDatabase));
  afterEach(() => database.close());

  it('shares one transaction with the writes that arrive at the same time', async () => {
    const statements: string[] = [];
    database.db.on('query', ({ sql }: { sql: string }) => statements.push(sql));
    const ids = Array.from({ length: 64 }, (_, index) => String(index));
    await Promise.all(ids.map((id) => write((trx) => insert(trx, id))));
    expect(statements.filter((sql) => sql.startsWith('BEGIN'))).toHaveLength(1);
    expect(statements.filter((sql) => sql.startsWith('COMMIT'))).toHaveLength(1);
    expect(await storedIds()).toEqual(ids);
  });

  it('waits for a transaction that has begun on its connection', async () => {
    let written: Promise<unknown> | undefined;
    await database.db.transaction(async (trx) => {
      written = write((own) => insert(own, 'later'));
      await insert(trx, 'earlier');
    });
    await written;
    expect(await storedIds()).toEqual(['earlier', 'later']);
  });

  it('locks the database before it reads, so that what it read is current when it writes', async () => {
    const other = await connectDatabase(database);
    try {
      await other.raw('pragma busy_timeout = 0');
      let concurrent: Promise<unknown> | undefined;
      await write(async (trx) => {
        expect(await trx('catalog_products').select()).toEqual([]);
        await expect(insert(other, 'b')).rejects.toThrow('database is locked');
        concurrent = createWriter(other)((own) => insert(own, 'b'));
        await insert(trx, 'a');
      });
      await concurrent;
      expect(await storedIds()).toEqual(['a', 'b']);
    } finally {
      await other.destroy();
    }
  });

  it('commits nothing, not even a page, when it changes no row', async () => {
    const other = await connectDatabase(database);
    try {
      const before: unknown = await other.raw('pragma data_version');
      await write(async (trx) => trx('catalog_products').delete());
      expect(await other.raw('pragma data_version')).toEqual(before);
    } finally {
      await other.destroy();
    }
  });

  describe.each([
    ['the disk is full', 'max_page_count = 1', 'max_page_count = 1000000', /database or disk is full/],
    ['the database is read-only', 'query_only = 1', 'query_only = 0', /readonly database/],
  ])('while %s', (_name, begin, end, message) => {
    it('rejects with that error, and the next writes are committed', async () => {
      await write((trx) => insert(trx, 'before'));
      await database.db.raw(`pragma ${begin}`);
      const large = 'x'.repeat(100_000);
      const results = await Promise.allSettled(
        ['a', 'b', 'c'].map((id) => write((trx) => insert(trx, id, large))),
      );
      const failed = {
        status: 'rejected',
        reason: expect.objectContaining({ message: expect.stringMatching(message) }),
      };
      expect(results).toEqual([failed, failed, failed]);
      await database.db.raw(`pragma ${end}`);
      await Promise.all(['d', 'e'].map((id) => write((trx) => insert(trx, id, large))));
      expect(await storedIds()).toEqual(['before', 'd', 'e']);
    });
  });
});
