import type { Knex } from 'knex';
import { prepared, sqliteHandle } from './sqlite-handle.ts';

/** Runs SQL that returns rows; Knex hands the drivers' own results through, and they differ. */
export async function rawRows<Row>(
  db: Knex,
  sql: string,
  bindings: readonly Knex.RawBinding[],
): Promise<Row[]> {
  // The statement's own column list guarantees Row: no driver can check it.
  const result = (await db.raw(sql, [...bindings])) as Row[] | { rows: Row[] };
  return Array.isArray(result) ? result : result.rows;
}

/** The same for a question that is asked often: in SQLite its statement is compiled once, and answers at once. */
export async function oftenReadRows<Row>(
  db: Knex,
  sql: string,
  bindings: readonly (string | number)[],
): Promise<Row[]> {
  const connection = sqliteHandle(db);
  // Half of somebody's transaction must not be seen: then the question queues up behind it.
  if (connection === undefined || connection.inTransaction) return rawRows(db, sql, bindings);
  // The statement's own column list guarantees Row.
  return prepared(connection, sql).all(...bindings) as Row[];
}
