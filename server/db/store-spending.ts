import type { Context, StoreReader } from './database.ts';

export interface StoreMonthRecord {
  readonly store_id: string;
  /** UTC: `2026-11`. */
  readonly month: string;
  readonly cost_micros: number;
}

/** What a reply in progress may still cost. */
export interface SpendingReservation {
  readonly store_id: string;
  readonly conversation_id: string;
  readonly cost_micros: number;
  readonly expires_at: string;
}

/** Adds the cost of a reply to the month of its end. `at` is ISO 8601. */
export async function addSpending(
  { tables, allStores, storeId: store_id }: Context,
  at: string,
  cost_micros: number,
): Promise<void> {
  if (cost_micros === 0) return;
  await tables('store_months')
    .insert({ store_id, month: monthOf(at), cost_micros })
    .onConflict(['store_id', 'month'])
    .merge({ cost_micros: allStores.raw('store_months.cost_micros + excluded.cost_micros') });
}

/** What a store's replies have cost in the month of a time, in millionths of a US dollar, in all processes. */
export function readSpending(reader: StoreReader, at: string): Promise<number> {
  return reader.read(async (tables) => {
    const month = await tables('store_months')
      .where({ month: monthOf(at) })
      .first('cost_micros');
    return month?.cost_micros ?? 0;
  });
}

/** What a call of a model may cost; money is in millionths of a US dollar. */
export interface Reservation {
  readonly conversationId: string;
  /** What the calls before it have cost in the same reply. */
  readonly spentMicros: number;
  /** What it costs at most. */
  readonly callMicros: number;
  /** ISO 8601. */
  readonly at: string;
  /** When it ends if nobody releases it: ISO 8601. */
  readonly expiresAt: string;
}

/**
 * Reserves the cost of a call in the store's month, in place of what the reply reserved before. False, and nothing is
 * reserved, where the month's cost and what other replies have reserved reach the cap. A store without one reserves nothing.
 */
export async function reserveSpending(
  { tables, allStores, storeId: store_id }: Context,
  { conversationId: conversation_id, spentMicros, callMicros, at, expiresAt: expires_at }: Reservation,
): Promise<boolean> {
  // Calls of a store are decided one after the other, on all nodes.
  const store = await tables('stores').forNoKeyUpdate().first();
  if (store === undefined || store.monthly_cap_micros === null) return true;
  await tables('spending_reservations').where('expires_at', '<=', at).delete();
  const others = tables('spending_reservations').whereNot({ conversation_id }).sum('cost_micros');
  const spent = tables('store_months')
    .where({ month: monthOf(at) })
    .sum('cost_micros');
  // One query, so that a reply which is settled meanwhile is in exactly one of the sums.
  const row = await allStores
    .select({ spent, others })
    .first<{ readonly spent: number | null; readonly others: number | null }>();
  const micros = (row.spent ?? 0) + (row.others ?? 0) + spentMicros;
  if (micros >= Number(store.monthly_cap_micros)) return false;
  await tables('spending_reservations')
    .insert({ store_id, conversation_id, cost_micros: spentMicros + callMicros, expires_at })
    .onConflict(['store_id', 'conversation_id'])
    .merge();
  return true;
}

/** Ends what a reply has reserved: a line of the verb that adds its cost. */
export async function releaseSpending({ tables }: Context, conversationId: string): Promise<void> {
  await tables('spending_reservations').where({ conversation_id: conversationId }).delete();
}

function monthOf(at: string): string {
  return at.slice(0, '2026-11'.length);
}
