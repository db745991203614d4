import type { Knex } from 'knex';
import { isPostgres } from '../connect.ts';

/** Removes all tables, also those of the migrations. */
export async function emptyDatabase(db: Knex): Promise<void> {
  if (isPostgres(db)) {
    await db.raw('drop schema public cascade');
    await db.raw('create schema public');
    return;
  }
  await db.raw('pragma foreign_keys = off');
  const tables = await db('sqlite_master').where({ type: 'table' }).whereNot('name', 'like', 'sqlite%');
  for (const { name } of tables) await db.schema.dropTable(name);
  await db.raw('pragma foreign_keys = on');
}
