import type { Knex } from 'knex';
import type { Context } from './database.ts';
import type { ConversationRecord } from './records.ts';

/** The conversation that something is counted for. */
export type CountedConversation = Pick<
  ConversationRecord,
  'store_id' | 'agent_id' | 'channel' | 'is_test' | 'created_at'
>;

/** What is counted, and for which conversations. */
export type Counted<Value> = readonly (readonly [CountedConversation, Value])[];

type SumRow = Readonly<Record<string, string | number>>;

/** The rows of what is counted; a test conversation counts nowhere. */
export function rowsOf<Value>(
  counted: Counted<Value>,
  toRows: (conversation: CountedConversation, value: Value) => SumRow | SumRow[],
): SumRow[] {
  return counted
    .filter(([{ is_test }]) => !is_test)
    .flatMap(([conversation, value]) => toRows(conversation, value));
}

/**
 * The quarter of an hour of a time, in UTC: `2026-11-22T16`, `2026-11-22T16:15`. No time zone has days that begin within one.
 * Sums of version 0.1 are of whole hours.
 */
export function quarterOf(time: string): string {
  const quarter = Math.floor(Number(time.slice(14, 16)) / 15) * 15;
  return time.slice(0, '2026-11-22T16'.length) + (quarter === 0 ? '' : `:${quarter}`);
}

// SQLite has a limit of parameters.
export const rowsAtOnce = 500;

/** Rows in parts that one statement takes. */
export function* partsOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += rowsAtOnce) yield rows.slice(start, start + rowsAtOnce);
}

/**
 * Adds rows to the sums of a table with these keys. One statement cannot add to the same row twice: rows with the same keys
 * are added up before. Rows are locked in the order of their keys.
 */
export async function addRows(
  { allStores }: Context,
  table: string,
  keys: string[],
  rows: readonly SumRow[],
): Promise<void> {
  const hours = new Map<string, Record<string, string | number>>();
  for (const row of rows) {
    const key = keys.map((column) => row[column]).join(' ');
    const sum = hours.get(key);
    if (sum === undefined) hours.set(key, { ...row });
    else for (const column of sumColumns(row, keys)) sum[column] = Number(sum[column]) + Number(row[column]);
  }
  const sums = [...hours].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  for (const part of partsOf(sums)) {
    const columns = sumColumns(part[0] ?? {}, keys);
    await allStores(table)
      .insert(part)
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
