import type { Knex } from 'knex';
import { DatabaseError, isPostgres } from './connect.ts';
import { migrations } from './migrations/migrations.ts';

const tableName = 'schema_migrations';

// Not Knex's own source: the names that it makes from files carry the extension, and would change with it.
const source: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(migrations),
  getMigrationName: (name) => name,
  getMigration: async (name) => migrations[name] ?? missing(name),
};

/**
 * Brings the tables up to date and returns the names of the migrations that ran. All or nothing, and safe when
 * several processes start at once. Throws DatabaseError when a newer version of the service has been here.
 */
export async function migrateDatabase(db: Knex): Promise<string[]> {
  if (!(await isPending(db))) return [];
  // One outer transaction holds the lock, so that a process killed half-way leaves neither lock nor tables behind.
  return db.transaction(async (trx) => {
    if (isPostgres(db)) await trx.raw('select pg_advisory_xact_lock(?)', [0x5c0fe]);
    const [, names] = await trx.migrate.latest({ migrationSource: source, tableName });
    return names;
  });
}

async function isPending(db: Knex): Promise<boolean> {
  if (!(await db.schema.hasTable(tableName))) return true;
  const rows: { name: string }[] = await db(tableName).select('name');
  const done = new Set(rows.map((row) => row.name));
  const unknown = [...done].filter((name) => migrations[name] === undefined);
  if (unknown.length > 0) {
    throw new DatabaseError(`the database is newer than this program: it has ${unknown.join(', ')}`);
  }
  return Object.keys(migrations).some((name) => !done.has(name));
}

function missing(name: string): never {
  throw new DatabaseError(`no migration is named ${name}`);
}
