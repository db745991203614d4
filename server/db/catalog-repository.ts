import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Product } from './records.ts';
import type { CatalogRepository } from './repositories.ts';
import type { Write } from './write.ts';

interface ProductRow {
  id: string;
  store_id: string;
  data: string;
  variants: number;
}

/** PostgreSQL returns a bigint as text. */
type StoredProduct = ProductRow & { readonly sequence: number | string };

/** For pg, whose timeout of the service's other queries is that of a request. */
const loadTimeoutMs = 60_000;

/** Products over the tables `catalog_products`, `catalog_synonyms` and `catalog_versions`. */
export function createCatalogRepository(db: Knex, write: Write): CatalogRepository {
  return {
    async upsert(storeId, products, options = {}) {
      // Read everything first: a slow source must not hold SQLite's write lock.
      const rows = await collectRows(storeId, products);
      await write(async (trx) => {
        await raiseVersion(trx, storeId);
        if (options.replaceAll) await deleteRows(trx, storeId);
        await insertRows(trx, rows);
        await options.joined?.(trx);
      });
      return rows.length;
    },
    async list(storeId) {
      const products: Product[] = [];
      let after: number | string = 0;
      for (;;) {
        const rows: Pick<StoredProduct, 'sequence' | 'data'>[] = await db<StoredProduct>('catalog_products')
          .where({ store_id: storeId })
          .where('sequence', '>', after)
          .orderBy('sequence')
          .limit(rowsPerStatement)
          .options({ query_timeout: loadTimeoutMs })
          .select('sequence', 'data');
        for (const { data } of rows) products.push(JSON.parse(data));
        const last = rows.at(-1);
        if (last === undefined || rows.length < rowsPerStatement) return products;
        after = last.sequence;
        await nextTurn();
      }
    },
    async count(storeId) {
      const row = await db('catalog_products')
        .where({ store_id: storeId })
        .count({ products: '*' })
        .sum({ variants: 'variants' })
        .first();
      // PostgreSQL returns counts and sums as text; the sum of no row is null.
      return { products: Number(row?.['products']), variants: Number(row?.['variants']) };
    },
    async synonyms(storeId) {
      const row = await db('catalog_synonyms').where({ store_id: storeId }).first('synonyms');
      return row?.synonyms ?? '';
    },
    async setSynonyms(storeId, synonyms) {
      await write(async (trx) => {
        await raiseVersion(trx, storeId);
        await trx('catalog_synonyms').insert({ store_id: storeId, synonyms }).onConflict('store_id').merge();
      });
    },
    async version(storeId) {
      const row = await db('catalog_versions').where({ store_id: storeId }).first('version');
      // PostgreSQL returns a bigint as text.
      return Number(row?.version ?? 0);
    },
  };
}

/** The last of several products with one id wins. */
async function collectRows(
  storeId: string,
  products: Iterable<Product> | AsyncIterable<Product>,
): Promise<ProductRow[]> {
  const rows = new Map<string, ProductRow>();
  for await (const product of products) {
    const { id, variants } = product;
    rows.set(id, { id, store_id: storeId, data: JSON.stringify(product), variants: variants.length });
    if (rows.size % rowsPerStatement === 0) await nextTurn();
  }
  return [...rows.values()];
}

/** Also locks the row, so that concurrent imports into one store wait for each other. */
async function raiseVersion(trx: Knex.Transaction, storeId: string): Promise<void> {
  await trx('catalog_versions')
    .insert({ store_id: storeId, version: 1 })
    .onConflict('store_id')
    .merge({ version: trx.raw('catalog_versions.version + 1') });
}

const rowsPerStatement = 250;

const rowsPerDelete = 1_000;

// Yields after each statement, as insertRows does: the driver of SQLite is synchronous.
async function deleteRows(trx: Knex.Transaction, storeId: string): Promise<void> {
  const table = () => trx<StoredProduct>('catalog_products').where({ store_id: storeId });
  for (;;) {
    const some = table().limit(rowsPerDelete).select('sequence');
    if ((await table().whereIn('sequence', some).delete()) < rowsPerDelete) return;
    await nextTurn();
  }
}

async function insertRows(trx: Knex.Transaction, rows: readonly ProductRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await trx<ProductRow>('catalog_products')
      .insert(rows.slice(start, start + rowsPerStatement))
      .onConflict(['store_id', 'id'])
      .merge(['data', 'variants']);
    await nextTurn();
  }
}
