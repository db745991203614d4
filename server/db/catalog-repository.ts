import type { Knex } from 'knex';
import type { Product } from './records.ts';
import type { CatalogRepository } from './repositories.ts';
import type { Write } from './write.ts';

interface ProductRow {
  id: string;
  store_id: string;
  data: string;
}

/** For pg, whose timeout of the service's other queries is that of a request. */
const loadTimeoutMs = 60_000;

/** Products over the tables `catalog_products` and `catalog_versions`. */
export function createCatalogRepository(db: Knex, write: Write): CatalogRepository {
  return {
    async upsert(storeId, products, options = {}) {
      // Read everything first: a slow source must not hold SQLite's write lock.
      const rows = await collectRows(storeId, products);
      await write(async (trx) => {
        await raiseVersion(trx, storeId);
        if (options.replaceAll) await trx('catalog_products').where({ store_id: storeId }).delete();
        await insertRows(trx, rows);
      });
      return rows.length;
    },
    async list(storeId) {
      const rows = await db<ProductRow>('catalog_products')
        .where({ store_id: storeId })
        .orderBy('sequence')
        .options({ query_timeout: loadTimeoutMs })
        .select('data');
      return rows.map((row): Product => JSON.parse(row.data));
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
    rows.set(product.id, { id: product.id, store_id: storeId, data: JSON.stringify(product) });
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

async function insertRows(trx: Knex.Transaction, rows: readonly ProductRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await trx<ProductRow>('catalog_products')
      .insert(rows.slice(start, start + rowsPerStatement))
      .onConflict(['store_id', 'id'])
      .merge(['data']);
  }
}
