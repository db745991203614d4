import type { Knex } from 'knex';

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
