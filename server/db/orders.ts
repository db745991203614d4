import type { Knex } from 'knex';
import { toRow } from './columns.ts';
import type { Context } from './database.ts';
import type { FigureRange } from './widget-events.ts';

/** An order that a shop's page has reported: its word, which nobody has verified. */
export interface OrderRecord {
  readonly store_id: string;
  /** A hash of the order's id. */
  readonly order_key: string;
  /** The shop's; null once the person is erased, as are visitor and conversation. */
  readonly order_id: string | null;
  readonly visitor_id: string | null;
  /** In which they asked last. */
  readonly conversation_id: string | null;
  readonly agent_id: string;
  readonly items: readonly OrderItem[];
  /** In minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly at: string;
}

export interface OrderItem {
  readonly product_id: string;
  readonly quantity: number;
}

/** Stores an order once. False where it is stored already. */
export async function insertOrder({ tables }: Context, order: OrderRecord): Promise<boolean> {
  const inserted = await tables('orders')
    .insert(toRow('orders', order))
    .onConflict(['store_id', 'order_key'])
    .ignore()
    .returning('order_key');
  return inserted.length > 0;
}

/** Keeps what orders count, without their persons. */
export async function anonymizeOrders(
  { tables }: Context,
  of: { readonly visitor_id: string } | { readonly conversationIds: readonly string[] },
): Promise<void> {
  const nobody = { order_id: null, visitor_id: null, conversation_id: null };
  if ('visitor_id' in of) await tables('orders').where(of).update(nobody);
  else await tables('orders').whereIn('conversation_id', of.conversationIds).update(nobody);
}

/** Orders of a currency. */
export interface Sales {
  readonly currency: string;
  readonly orders: number;
  /** In minor units. */
  readonly amount: number;
}

/** The orders of a range, those of the most frequent currency first. */
export async function sumOrders(
  db: Knex,
  storeId: string,
  { from, to, agentId }: FigureRange,
): Promise<Sales[]> {
  const rows: Sales[] = await db('orders')
    .where({ store_id: storeId, ...(agentId !== undefined && { agent_id: agentId }) })
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy('currency')
    .select('currency')
    .count({ orders: '*' })
    .sum({ amount: 'amount' })
    .orderByRaw('count(*) desc, currency');
  return rows;
}
