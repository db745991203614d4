import type { Knex } from 'knex';
import type { Context } from './database.ts';
import { addRows, quarterOf } from './hourly-sums.ts';
import type { FigureRange } from './widget-events.ts';

/** How often shoppers did what with a product, in a quarter of an hour (`quarterOf`). */
export interface ProductHourRecord extends ProductCounts {
  readonly store_id: string;
  readonly hour: string;
  readonly agent_id: string;
  readonly product_id: string;
}

export interface ProductCounts {
  readonly shown: number;
  readonly clicked: number;
  readonly added: number;
  /** Pieces. */
  readonly ordered: number;
}

export const productCounts = [
  'shown',
  'clicked',
  'added',
  'ordered',
] as const satisfies (keyof ProductCounts)[];

/** What is added for a product. */
export type ProductChange = Pick<ProductHourRecord, 'store_id' | 'hour' | 'agent_id' | 'product_id'> &
  Partial<ProductCounts>;

const keys = ['store_id', 'hour', 'agent_id', 'product_id'];
const none: ProductCounts = { shown: 0, clicked: 0, added: 0, ordered: 0 };

/** Adds to the sums of products that the catalogue has: what a page reports may be anything. */
export async function addProducts(context: Context, changes: readonly ProductChange[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = new Set(changes.map(({ product_id: id }) => id));
  const known = new Set(
    await context
      .tables('catalog_products')
      .whereIn('id', [...ids])
      .pluck('id'),
  );
  const rows = changes
    .filter(({ product_id: id }) => known.has(id))
    .map((change) => ({ ...none, ...change }));
  await addRows(context, 'product_hours', keys, rows);
}

export type ProductSums = ProductCounts & { readonly product_id: string };

/** The sums of a range of the products that were ordered, taken, followed and shown most. */
export async function sumProducts(
  db: Knex,
  storeId: string,
  { from, to, agentId }: FigureRange,
  limit: number,
): Promise<ProductSums[]> {
  const sums = productCounts.map((name) => db.raw('sum(??) as ??', [name, name]));
  return db('product_hours')
    .where({ store_id: storeId, ...(agentId !== undefined && { agent_id: agentId }) })
    .where('hour', '>=', quarterOf(from))
    .where('hour', '<', quarterOf(to))
    .groupBy('product_id')
    .select<ProductSums[]>('product_id', ...sums)
    .orderByRaw('sum(ordered) desc, sum(added) desc, sum(clicked) desc, sum(shown) desc, product_id')
    .limit(limit);
}
