import type { Knex } from 'knex';
import { connectDatabase, type DatabaseLocation } from './connect-database.ts';
import { migrateDatabase } from './migrate-database.ts';

/** Connects and brings the tables up to date. The caller destroys it. Throws DatabaseError. */
export async function openDatabase(location: DatabaseLocation): Promise<Knex> {
  const db = await connectDatabase(location);
  try {
    await migrateDatabase(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
