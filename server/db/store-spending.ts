import type { Knex } from 'knex';
import type { StoreReader } from './database.ts';

/** A month of a store. */
export interface StoreMonthRecord {
  readonly store_id: string;
  /** UTC: `2026-11`. */
  readonly month: string;
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
  trx: Knex.Transaction,
  storeId: string,
  { conversationId, spentMicros, callMicros, at, expiresAt }: Reservation,
): Promise<boolean> {
  // Calls of a store are decided one after the other, on all nodes.
  const store = await trx('stores').where({ id: storeId }).forNoKeyUpdate().first();
  if (store === undefined || store.monthly_cap_micros === null) return true;
  const reservations = trx('spending_reservations').where({ store_id: storeId });
  await reservations.clone().where('expires_at', '<=', at).delete();
  const others = reservations.clone().whereNot({ conversation_id: conversationId }).sum('cost_micros');
  const spent = trx('store_months')
    .where({ store_id: storeId, month: monthOf(at) })
    .sum('cost_micros');
  // One query, so that a reply which is settled meanwhile is in exactly one of the sums.
  const row = await trx.select({ spent, others }).first<SpendingRow>();
  const micros = Number(row.spent) + Number(row.others) + spentMicros;
  if (micros >= Number(store.monthly_cap_micros)) return false;
  await trx('spending_reservations')
    .insert({
      store_id: storeId,
      conversation_id: conversationId,
      cost_micros: spentMicros + callMicros,
      expires_at: expiresAt,
    })
    .onConflict(['store_id', 'conversation_id'])
    .merge();
  return true;
}

interface SpendingRow {
  /** PostgreSQL returns a sum as text; null of no rows. */
  spent: number | string | null;
  others: number | string | null;
}

/** Ends what a reply has reserved, in the transaction that adds its cost. */
export async function releaseSpending(
  trx: Knex.Transaction,
  storeId: string,
  conversationId: string,
): Promise<void> {
  await trx('spending_reservations').where({ store_id: storeId, conversation_id: conversationId }).delete();
}

function monthOf(at: string): string {
  return at.slice(0, '2026-11'.length);
}
