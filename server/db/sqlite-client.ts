import type { Knex } from 'knex';
import BetterSqlite3Client, { type DialectTransaction } from 'knex/lib/dialects/better-sqlite3/index.js';

/**
 * Knex's SQLite client with transactions that take the write lock when they begin. A deferred one that reads
 * first fails with SQLITE_BUSY when another process has written meanwhile, whatever the busy timeout.
 */
export class ImmediateSqliteClient extends BetterSqlite3Client {
  override transaction(
    container: unknown,
    config: unknown,
    outer: unknown,
  ): Knex.Transaction & DialectTransaction {
    const transaction = super.transaction(container, config, outer);
    transaction.begin = (connection) => transaction.query(connection, 'BEGIN IMMEDIATE;');
    return transaction;
  }
}
