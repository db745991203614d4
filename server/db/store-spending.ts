import type { Knex } from 'knex';
import type { StoreReader } from './database.ts';

/** What the replies of a store have cost in a month. */
export interface StoreMonthRecord {
  readonly store_id: string;
  /** UTC: `2026-11`. */
  readonly month: string;
  /** In millionths of a US dollar. */
  readonly cost_micros: number;
}

/** Adds the cost of a reply to the month of its end. `at` is ISO 8601. */
export async function addSpending(
  trx: Knex.Transaction,
  storeId: string,
  at: string,
  costMicros: number,
): Promise<void> {
  if (costMicros === 0) return;
  await trx('store_months')
    .insert({ store_id: storeId, month: monthOf(at), cost_micros: costMicros })
    .onConflict(['store_id', 'month'])
    .merge({ cost_micros: trx.raw('store_months.cost_micros + excluded.cost_micros') });
}

/** What a store's replies have cost in the month of a time, in millionths of a US dollar, in all processes. */
export async function readSpending(reader: Pick<StoreReader, 'read'>, at: string): Promise<number> {
  const month = await reader.read(async (tables) =>
    tables('store_months')
      .where({ month: monthOf(at) })
      .first('cost_micros'),
  );
  return month?.cost_micros ?? 0;
}

function monthOf(at: string): string {
  return at.slice(0, '2026-11'.length);
}
