import { readFileSync } from 'node:fs';
import type { Knex } from 'knex';

/**
 * The rate limits of all processes on one PostgreSQL, and the use of plans by the minute (decision 0053). With SQLite one
 * process decides in memory. A later migration that changes the function keeps its parameters and columns: processes of
 * the version before still call it.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('request_minutes', (table) => {
    table.text('store_id').notNullable().references('id').inTable('stores');
    // The keys of the store, or a chatbot.
    table.text('window').notNullable();
    table.text('minute').notNullable();
    table.integer('requests').notNullable();
    table.primary(['store_id', 'window', 'minute']);
    table.index(['minute']);
  });
  if (db.client.driverName !== 'pg') return;
  await db.raw(readFileSync(new URL('rate-limits.sql', import.meta.url), 'utf8'));
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('request_minutes');
  if (db.client.driverName !== 'pg') return;
  await db.raw('drop function rate_limit_admit, rate_limit_wait_us');
  await db.raw('drop table rate_limit_admissions, rate_limit_keys');
}
