import type { Knex } from 'knex';

/** Where the two databases need different words; everything else is the same SQL. */
export function isPostgres(db: Knex): boolean {
  return db.client.driverName === 'pg';
}
