import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { ServiceError } from '../errors.ts';
import { createTurns } from '../support/turns.ts';
import type { Product, StoredProduct } from './records.ts';
import type { CatalogImportOptions, CatalogRepository, ProductBatches } from './repositories.ts';
import type { Write } from './write.ts';

interface ProductRow extends StoredProduct {
  readonly store_id: string;
  /** PostgreSQL returns a bigint as text. */
  readonly sequence: number | string;
}

type NewProductRow = Omit<ProductRow, 'sequence'>;

/** For pg, whose timeout of the service's other queries is that of a request. */
const loadTimeoutMs = 60_000;

/** Products over the tables `catalog_products`, `catalog_synonyms` and `catalog_versions`. */
export function createCatalogRepository(db: Knex, write: Write): CatalogRepository {
  return {
    async upsert(storeId, products) {
      const stored = new Map(products.map((product) => [product.id, storedProduct(product)]));
      await importBatches(write, storeId, () => [[...stored.values()]], { replaceAll: false });
    },
    importBatches: (storeId, batches, options) => importBatches(write, storeId, batches, options),
    async list(storeId) {
      const products: Product[] = [];
      const turns = createTurns();
      let after: number | string = 0;
      for (;;) {
        const rows: Pick<ProductRow, 'sequence' | 'data'>[] = await db<ProductRow>('catalog_products')
          .where({ store_id: storeId })
          .where('sequence', '>', after)
          .orderBy('sequence')
          .limit(rowsPerPage)
          .options({ query_timeout: loadTimeoutMs })
          .select('sequence', 'data');
        for (const { data } of rows) {
          products.push(JSON.parse(data));
          await turns.next();
        }
        const last = rows.at(-1);
        if (last === undefined || rows.length < rowsPerPage) return products;
        after = last.sequence;
      }
    },
    count: (storeId) => count(db, storeId),
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

/** A product as the database holds it. */
export function storedProduct(product: Product): StoredProduct {
  return { id: product.id, data: JSON.stringify(product), variants: product.variants.length };
}

function importBatches(
  write: Write,
  storeId: string,
  batches: ProductBatches,
  { replaceAll, maxVariants, joined }: CatalogImportOptions,
): Promise<void> {
  return write(async (trx) => {
    await raiseVersion(trx, storeId);
    if (replaceAll) await deleteRows(trx, storeId);
    for await (const batch of batches()) await insertRows(trx, storeId, batch);
    if (maxVariants !== undefined && (await count(trx, storeId)).variants > maxVariants)
      throw tooManyVariants(maxVariants);
    await joined?.(trx);
  });
}

function tooManyVariants(max: number): ServiceError {
  const advice =
    'replace it by a file with what the shop sells now, or import with agent-service catalog import';
  const message = `the catalogue of the store would have more than ${max} variants: ${advice}`;
  return new ServiceError('invalid_request', message);
}

async function count(db: Knex, storeId: string): Promise<{ products: number; variants: number }> {
  const row = await db('catalog_products')
    .where({ store_id: storeId })
    .count({ products: '*' })
    .sum({ variants: 'variants' })
    .first();
  // PostgreSQL returns counts and sums as text; the sum of no row is null.
  return { products: Number(row?.['products']), variants: Number(row?.['variants']) };
}

/** Also locks the row, so that concurrent imports into one store wait for each other. */
async function raiseVersion(trx: Knex.Transaction, storeId: string): Promise<void> {
  await trx('catalog_versions')
    .insert({ store_id: storeId, version: 1 })
    .onConflict('store_id')
    .merge({ version: trx.raw('catalog_versions.version + 1') });
}

/** How many rows a statement inserts or reads: the driver of SQLite is synchronous. */
const rowsPerStatement = 100;
const rowsPerPage = 50;

const rowsPerDelete = 1_000;

// Yields after each statement, as insertRows does: the driver of SQLite is synchronous.
async function deleteRows(trx: Knex.Transaction, storeId: string): Promise<void> {
  const table = () => trx<ProductRow>('catalog_products').where({ store_id: storeId });
  for (;;) {
    const some = table().limit(rowsPerDelete).select('sequence');
    if ((await table().whereIn('sequence', some).delete()) < rowsPerDelete) return;
    await nextTurn();
  }
}

async function insertRows(
  trx: Knex.Transaction,
  storeId: string,
  products: readonly StoredProduct[],
): Promise<void> {
  for (let start = 0; start < products.length; start += rowsPerStatement) {
    const rows = products
      .slice(start, start + rowsPerStatement)
      .map(({ id, data, variants }): NewProductRow => ({ id, data, variants, store_id: storeId }));
    await trx<ProductRow>('catalog_products')
      .insert(rows)
      .onConflict(['store_id', 'id'])
      .merge(['data', 'variants']);
    await nextTurn();
  }
}
