import type { Knex } from 'knex';
import { isPostgres } from './connect.ts';

/** Rows of each table that a restored backup must have: not of sessions and sign-in codes, which expire. */
export type RowCounts = Readonly<Record<string, number>>;

const tables = [
  'stores',
  'api_keys',
  'agents',
  'chatbots',
  'conversations',
  'messages',
  'catalog_products',
  'connections',
  'knowledge_documents',
  'idempotent_requests',
  'users',
  'memberships',
  'notices',
  'webhooks',
  'replies',
  'analytics_hours',
  'token_hours',
  'time_hours',
  'store_months',
  'request_hours',
  'widget_events',
  'visits',
  'product_hours',
  'orders',
  'catalog_imports',
  'audit_log',
];

/** Counts the rows of each table: with SQLite of `schema`, which may be an attached file's. */
export async function countRows(db: Knex, schema = 'main'): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    // PostgreSQL finds the tables by the connection's search path.
    const rows = isPostgres(db) ? db(table) : db(table).withSchema(schema);
    const counted = await rows.count({ rows: '*' }).first();
    counts[table] = Number(counted?.['rows']);
  }
  return counts;
}

/**
 * What is wrong in the files of the database, one line each; empty when nothing is. SQLite verifies every page and
 * every reference. PostgreSQL, which holds the references itself, reports pages whose checksum has failed so far.
 */
export async function findDamage(db: Knex, schema = 'main'): Promise<string[]> {
  return isPostgres(db) ? findFailedChecksums(db) : findSqliteDamage(db, schema);
}

async function findSqliteDamage(db: Knex, schema: string): Promise<string[]> {
  try {
    const pages = await db.raw<{ integrity_check: string }[]>(`pragma ${schema}.integrity_check`);
    const references = await db.raw<{ table: string; parent: string }[]>(
      `pragma ${schema}.foreign_key_check`,
    );
    return [
      ...pages.flatMap((row) => row.integrity_check.split('\n')).filter((line) => !/^ok$|^\*\*\*/.test(line)),
      ...references.map(({ table, parent }) => `a row of ${table} refers to a missing row of ${parent}`),
    ];
  } catch (error) {
    // The schema itself cannot be read.
    return [error instanceof Error ? error.message : String(error)];
  }
}

async function findFailedChecksums(db: Knex): Promise<string[]> {
  const row = await db('pg_stat_database')
    .whereRaw('datname = current_database()')
    .first<{ checksum_failures: string | null } | undefined>('checksum_failures');
  const failures = Number(row?.checksum_failures ?? 0);
  return failures === 0 ? [] : [`${failures} pages of the database had a wrong checksum`];
}
