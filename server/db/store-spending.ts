import type { Knex } from 'knex';

interface StoreMonthRow {
  store_id: string;
  /** UTC: `2026-11`. */
  month: string;
  /** PostgreSQL returns a bigint as text. */
  cost_micros: number | string;
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
export async function readSpending(db: Knex, storeId: string, at: string): Promise<number> {
  const row = await db<StoreMonthRow>('store_months')
    .where({ store_id: storeId, month: monthOf(at) })
    .first('cost_micros');
  return Number(row?.cost_micros ?? 0);
}

function monthOf(at: string): string {
  return at.slice(0, '2026-11'.length);
}
