import type { Database, Statement } from 'better-sqlite3';
import type { Knex } from 'knex';

const handles = new WeakMap<Knex, Database>();
const statements = new WeakMap<Database, Map<string, Statement<unknown[]>>>();

/** Says which connection a pool of one has made. */
export function keepSqliteHandle(db: Knex, connection: Database): void {
  handles.set(db, connection);
}

/** Knex's own connection, or undefined for PostgreSQL and inside a transaction. */
export function sqliteHandle(db: Knex): Database | undefined {
  return handles.get(db);
}

/** A statement that is compiled once for each connection; `sql` must be one of our own few. */
export function prepared(connection: Database, sql: string): Statement<unknown[]> {
  let known = statements.get(connection);
  if (known === undefined) statements.set(connection, (known = new Map()));
  let statement = known.get(sql);
  if (statement === undefined) known.set(sql, (statement = connection.prepare(sql)));
  return statement;
}
