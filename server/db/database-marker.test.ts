import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder, type TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { sampleStore } from '../testing/sample-records.ts';
import type { DatabaseLocation } from './connect.ts';
import { openKnownDatabase, recordDatabase } from './database-marker.ts';
import { emptyDatabase } from './testing/empty-database.ts';
import { addStore } from '../testing/test-shop.ts';
import { createDatabase } from './database.ts';
import { systemClock } from '../support/clock.ts';

/** Holds all connections of the pool after the first query that matches; the result releases them. */
function pauseAfter(db: Knex, query: RegExp, poolSize: number): Promise<() => Promise<unknown>> {
  return new Promise((resolve) => {
    const hold = async (_response: unknown, { sql }: { sql: string }): Promise<void> => {
      if (!query.test(sql)) return;
      db.off('query-response', hold);
      const held = await Promise.all(Array.from({ length: poolSize }, () => db.transaction()));
      resolve(() => Promise.all(held.map((trx) => trx.rollback())));
    };
    db.on('query-response', hold);
  });
}

describe.each(databases)('the marker of a database in $name', ({ name, create }) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await create();
  });
  afterEach(() => database.close());

  const open = async (location: DatabaseLocation = database) => (await openKnownDatabase(location)).destroy();
  const marker = (folder = database.dataDir) =>
    JSON.parse(readFileSync(join(folder, 'database.json'), 'utf8'));

  it('is written with the first store, readable by other users, and follows the rows', async () => {
    await open();
    expect(() => marker()).toThrow('ENOENT');
    await addStore(database, sampleStore());
    await recordDatabase(database.db, database);
    expect(marker()).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/), stores: 1, apiKeys: 0 });
    expect(statSync(join(database.dataDir, 'database.json')).mode & 0o777).toBe(0o644);
    const { id } = marker();
    await addStore(database, sampleStore());
    await open();
    expect(marker()).toEqual({ id, stores: 2, apiKeys: 0 });
  });

  it('never falls behind what was acknowledged when two operators add stores at once', async () => {
    const { db } = database;
    const other = await openKnownDatabase(database);
    await addStore(database, sampleStore());
    const counted = pauseAfter(db, /count.*stores/, name === 'SQLite' ? 1 : 10);
    const recording = recordDatabase(db, database);
    const resume = await counted;
    await addStore({ database: createDatabase(other, { clock: systemClock }) }, sampleStore());
    await recordDatabase(other, database);
    expect(marker()).toMatchObject({ stores: 2 });
    await resume();
    await recording;
    expect(marker()).toMatchObject({ stores: 2 });
    await other.destroy();
  });

  it('rejects a database that has lost a store, and accepts it again when the marker is removed', async () => {
    await addStore(database, sampleStore());
    await open();
    await database.db('stores').delete();
    await expect(open()).rejects.toThrow(
      / has 0 stores and 0 API keys, but .*database\.json has recorded 1 and 0: /,
    );
    rmSync(join(database.dataDir, 'database.json'));
    await open();
  });

  it('rejects another database, also one with more stores', async () => {
    await addStore(database, sampleStore());
    await open();
    const other = await create();
    try {
      await addStore(other, sampleStore());
      await addStore(other, sampleStore());
      writeFileSync(join(other.dataDir, 'database.json'), JSON.stringify(marker()));
      await expect(open(other)).rejects.toThrow(/is not the one that .*database\.json has recorded: /);
    } finally {
      await other.close();
    }
  });

  it('rejects a database without tables and leaves it empty, so that a backup can be restored into it', async () => {
    await emptyDatabase(database.db);
    writeFileSync(join(database.dataDir, 'database.json'), '{"id":"lost","stores":1,"apiKeys":1}');
    await expect(open()).rejects.toThrow(/ has 0 stores and 0 API keys, but /);
    expect(await database.db.schema.hasTable('stores')).toBe(false);
  });

  it('reports in one line that it cannot be read', async () => {
    for (const text of ['', '{"id":"a"}', 'null']) {
      writeFileSync(join(database.dataDir, 'database.json'), text);
      await expect(open()).rejects.toThrow(/^.*database\.json cannot be read: remove it .*$/);
    }
  });

  // SQLite's database is in DATA_DIR itself.
  if (name === 'SQLite') return;

  it('is adopted by a node with a new DATA_DIR', async () => {
    await addStore(database, sampleStore());
    await open();
    const folder = createTestFolder();
    const dataDir = join(folder, 'new');
    await open({ ...database, dataDir });
    expect(marker(dataDir)).toEqual(marker());
    rmSync(folder, { recursive: true });
  });

  it('is not required where DATA_DIR is read-only', async () => {
    await addStore(database, sampleStore());
    await open({ ...database, dataDir: '/sys/agent-service' });
  });
});

it('the marker has a store and its key before `stores create` prints them', async () => {
  const folder = createTestFolder();
  const { stdout } = await runInProcess(folder, [
    'stores',
    'create',
    '--name',
    'A',
    '--plan',
    'free',
    '--json',
  ]);
  expect(stdout).toContain('svc_');
  const text = readFileSync(join(folder, 'database.json'), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ stores: 1, apiKeys: 1 });
  rmSync(folder, { recursive: true });
});
