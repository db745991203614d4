import type { Knex } from 'knex';
import type { Context } from './database.ts';

/**
 * The quarter of an hour of a time, in UTC: `2026-11-22T16`, `2026-11-22T16:15`. No time zone has days that begin within one.
 * Sums of version 0.1 are of whole hours.
 */
export function quarterOf(time: string): string {
  const quarter = Math.floor(Number(time.slice(14, 16)) / 15) * 15;
  return time.slice(0, '2026-11-22T16'.length) + (quarter === 0 ? '' : `:${quarter}`);
}

// SQLite has a limit of parameters.
const rowsAtOnce = 500;

/**
 * Adds rows to the sums of a table with these keys. One statement cannot add to the same row twice: rows with the same keys are added up before. Rows are locked in the order
 * of their keys.
 */
export async function addRows(
  { allStores }: Context,
  table: string,
  keys: string[],
  rows: readonly Readonly<Record<string, string | number>>[],
): Promise<void> {
  const hours = new Map<string, Record<string, string | number>>();
  for (const row of rows) {
    const key = keys.map((column) => row[column]).join(' ');
    const sum = hours.get(key);
    if (sum === undefined) hours.set(key, { ...row });
    else for (const column of sumColumns(row, keys)) sum[column] = Number(sum[column]) + Number(row[column]);
  }
  const sums = [...hours].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  for (let begin = 0; begin < sums.length; begin += rowsAtOnce) {
    const chunk = sums.slice(begin, begin + rowsAtOnce);
    const columns = sumColumns(chunk[0] ?? {}, keys);
    await allStores(table)
      .insert(chunk)
      .onConflict(keys)
      .merge(sumsOf(allStores, table, columns));
  }
}

function sumColumns(row: object, keys: readonly string[]): string[] {
  return Object.keys(row).filter((column) => !keys.includes(column));
}

function sumsOf(trx: Knex.Transaction, table: string, columns: readonly string[]): Record<string, Knex.Raw> {
  const sum = (column: string): Knex.Raw => trx.raw('??.?? + excluded.??', [table, column, column]);
  return Object.fromEntries(columns.map((column) => [column, sum(column)]));
}
