// Knex ships its dialects without types; this is the part that we extend.
declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  import type { Knex } from 'knex';

  export interface DialectTransaction {
    begin(connection: unknown): Promise<unknown>;
    query(connection: unknown, sql: string): Promise<unknown>;
  }

  export default class BetterSqlite3Client extends Knex.Client {
    // Knex.Client types the result as the public Transaction; the dialect makes the internal one.
    transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction & DialectTransaction;
  }
}
