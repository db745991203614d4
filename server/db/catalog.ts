import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import { createTurns } from '../support/turns.ts';
import type { VersionedSource } from '../support/version-cache.ts';
import type { Context, Database, StoreReader, StoreTables } from './database.ts';
import { withoutDatabaseDeadline } from './guard.ts';
import type { Product, StoredProduct } from './records.ts';
import { raiseVersion, readVersion } from './versions.ts';

/** A product of a store. */
export interface ProductRecord extends StoredProduct {
  readonly store_id: string;
  /** When an import read it last; null for one from before 0035. */
  readonly read_at: string | null;
  /** Set by the database, in the order of the import. */
  readonly sequence?: number;
}

/** The shop's own words for the search, one entry a line. */
export interface SynonymsRecord {
  readonly store_id: string;
  readonly synonyms: string;
}

/** Products in the order of their file, from the first one on each time: a verb may run twice. */
export type ProductBatches = () =>
  | Iterable<readonly StoredProduct[]>
  | AsyncIterable<readonly StoredProduct[]>;

export interface PutOptions {
  /** Whether every other product of the store is removed. */
  readonly replaceAll: boolean;
  /** Of all products of the store together, afterwards; no limit by default. */
  readonly maxVariants?: number | undefined;
}

/** A product as the database holds it. */
export function storedProduct(product: Product): StoredProduct {
  return { id: product.id, data: JSON.stringify(product), variants: product.variants.length };
}

/**
 * Inserts products, and replaces those with the same ids, of batches whose ids all differ: each is one statement, and other
 * events are handled between them. Throws ServiceError `invalid_request` beyond `maxVariants`, and what `batches` throws.
 */
export async function putProducts(
  context: Context,
  batches: ProductBatches,
  { replaceAll, maxVariants = Infinity }: PutOptions,
): Promise<void> {
  await raiseVersion(context, 'catalog_versions');
  if (replaceAll) await deleteProducts(context);
  for await (const batch of batches()) await insertProducts(context, batch);
  if ((await countProducts(context)).variants > maxVariants) throw tooManyVariants(maxVariants);
}

function tooManyVariants(max: number): ServiceError {
  const advice =
    'replace it by a file with what the shop sells now, or import with agent-service catalog import';
  const message = `the catalogue of the store would have more than ${max} variants: ${advice}`;
  return new ServiceError('invalid_request', message);
}

/** How many rows a statement inserts, reads or deletes: the driver of SQLite is synchronous. */
const rowsPerStatement = 100;
const rowsPerPage = 50;
const rowsPerDelete = 1_000;

async function deleteProducts({ tables }: Context): Promise<void> {
  for (;;) {
    const some = tables('catalog_products').limit(rowsPerDelete).select('sequence');
    if ((await tables('catalog_products').whereIn('sequence', some).delete()) < rowsPerDelete) return;
    await nextTurn();
  }
}

async function insertProducts(
  { tables, storeId: store_id, now: read_at }: Context,
  products: readonly StoredProduct[],
): Promise<void> {
  for (let start = 0; start < products.length; start += rowsPerStatement) {
    const rows = products
      .slice(start, start + rowsPerStatement)
      .map(({ id, data, variants }) => ({ id, data, variants, store_id, read_at }));
    await tables('catalog_products')
      .insert(rows)
      .onConflict(['store_id', 'id'])
      .merge(['data', 'variants', 'read_at']);
    await nextTurn();
  }
}

export function countProducts(
  reader: Pick<StoreReader, 'read'>,
): Promise<{ readonly products: number; readonly variants: number }> {
  return reader.read(async (tables) => {
    const [row] = await tables('catalog_products').count({ products: '*' }).sum({ variants: 'variants' });
    // The sum of no row is null.
    return { products: Number(row?.['products']), variants: Number(row?.['variants']) };
  });
}

/** When these products were read last, by id; none of a live shop's. */
export async function readAges(
  reader: Pick<StoreReader, 'read'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await reader.read(async (tables) =>
    tables('catalog_products').whereIn('id', ids).select('id', 'read_at'),
  );
  return new Map(rows.map(({ id, read_at }) => [id, read_at]));
}

/** The shop's own words for the search; empty where it has none. */
export async function readSynonyms(reader: Pick<StoreReader, 'read'>): Promise<string> {
  return (await reader.read(async (tables) => tables('catalog_synonyms').first()))?.synonyms ?? '';
}

/** The products of a store, in the order of the import. */
export function allProducts(reader: Pick<StoreReader, 'read'>): Promise<Product[]> {
  // Loaded once for many requests, and a large catalogue takes longer than the deadline of one.
  return withoutDatabaseDeadline(() => reader.read(readProducts));
}

/** For pg, whose timeout of the service's other queries is that of a request. */
const loadTimeoutMs = 60_000;

async function readProducts(tables: StoreTables): Promise<Product[]> {
  const products: Product[] = [];
  const turns = createTurns();
  let after = 0;
  for (;;) {
    const rows = await tables('catalog_products')
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(rowsPerPage)
      .options({ query_timeout: loadTimeoutMs })
      .select('sequence', 'data');
    for (const { data } of rows) {
      products.push(JSON.parse(data));
      await turns.next();
    }
    const last = rows.at(-1)?.sequence;
    if (last === undefined || rows.length < rowsPerPage) return products;
    after = last;
  }
}

/** The products of each store and its own words for the search, for an index of them. */
export function catalogSource(
  database: Pick<Database, 'reader'>,
): VersionedSource<Product> & { synonyms(storeId: string): Promise<string> } {
  return {
    list: (storeId) => allProducts(database.reader(storeId)),
    version: (storeId) => readVersion(database.reader(storeId), 'catalog_versions'),
    synonyms: (storeId) => readSynonyms(database.reader(storeId)),
  };
}
