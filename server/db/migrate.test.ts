import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { DatabaseError, migrateDatabase, openDatabase } from './connect.ts';
import { loadMigration, migrationNames as names } from './migrations/migrations.ts';
import { emptyDatabase } from './testing/empty-database.ts';

const run = promisify(execFile);

describe.each(databases)('migrations in $name', ({ create }) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await create();
  });
  afterEach(() => database.close());

  const empty = () => emptyDatabase(database.db);

  async function migrateTo(last: string): Promise<void> {
    await empty();
    const migrationSource = {
      getMigrations: async () => names.slice(0, names.indexOf(last) + 1),
      getMigrationName: (name: string) => name,
      getMigration: async (name: string) => ({ up: (await loadMigration(name)).up, down: empty }),
    };
    await database.db.migrate.latest({ migrationSource, tableName: 'schema_migrations' });
  }

  it('run once, under names that do not depend on file names', async () => {
    expect(await migrateDatabase(database.db)).toEqual([]);
    await empty();
    expect(await migrateDatabase(database.db)).toEqual(names);
  });

  it.each([
    ['an empty database', () => empty()],
    ['the tables of an older version', () => migrateTo('0025-chatbot-note')],
  ])('run once when several processes start at the same time with %s', async (_state, prepare) => {
    await prepare();
    const opening = `const { openDatabase } = await import(process.argv[1]);
      await (await openDatabase(JSON.parse(process.argv[2]))).destroy();`;
    const { databaseUrl, dataDir } = database;
    const argv = ['-e', opening, new URL('./connect.ts', import.meta.url).href];
    const start = () => run(process.execPath, [...argv, JSON.stringify({ databaseUrl, dataDir })]);
    await Promise.all([start(), start(), start()]);
    expect(await database.db('schema_migrations').select('name')).toEqual(names.map((name) => ({ name })));
    expect(await database.db('stores').select()).toEqual([]);
  });

  it('leave no table and no lock behind when one fails', async () => {
    await empty();
    await database.db.schema.createTable('messages', (table) => table.text('in_the_way'));
    await expect(migrateDatabase(database.db)).rejects.toThrow();
    expect(await database.db.schema.hasTable('stores')).toBe(false);
    await database.db.schema.dropTable('messages');
    expect(await migrateDatabase(database.db)).toEqual(names);
  });

  const add = (name: string) => database.db('schema_migrations').insert({ name, batch: 2 });

  it('let a program start beside a newer one, whose migrations add, or remove what this one does not use', async () => {
    await add('9998-later');
    await add('9999-drop-a-column-after-0014');
    await (await openDatabase(database)).destroy();
  });

  it('reject a database of a version before those that the first one contains', async () => {
    await database.db('schema_migrations').where('name', '>', '0014').delete();
    await expect(openDatabase(database)).rejects.toThrow(/too old for this program: it lacks 0014-/);
  });

  it('reject a database from which a newer version has removed what this one uses', async () => {
    await add('9998-later');
    await add('9999-drop-a-column-after-9998');
    await expect(openDatabase(database)).rejects.toThrow(DatabaseError);
    await expect(openDatabase(database)).rejects.toThrow(
      /newer than this program: it has 9999-drop-a-column/,
    );
  });

  it('reject a database that has some migrations of this program, and others', async () => {
    await add('9998-later');
    await database.db('schema_migrations').where('name', names.at(-1)).delete();
    await expect(openDatabase(database)).rejects.toThrow(/newer than this program: it has 9998-later/);
  });
});
