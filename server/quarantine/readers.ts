import type { CatalogFile, CatalogFound, ReadObserver, ReadOptions } from '../catalog/import/read-catalog.ts';
import type { StoredProduct } from '../db/records.ts';
import type { ProductBatches } from '../db/catalog.ts';
import type { DocumentSource, ReadDocument } from '../knowledge/read-document.ts';

/** What reads the texts of strangers for a store: its catalogue files, and its documents. */
export interface Readers {
  /** Throws CatalogFileError when the file cannot be imported, the observer's reason, and what the file's source throws. */
  readCatalog(
    storeId: string,
    file: CatalogFile,
    options: ReadOptions,
    observer: Omit<ReadObserver, 'onLine'>,
  ): Promise<CatalogReading>;
  /** Throws ServiceError `invalid_request` with the name of the document. */
  readDocument(storeId: string, source: DocumentSource): Promise<ReadDocument>;
}

/** The products of a file, which are read in batches. To be closed. */
export interface CatalogReading {
  readonly found: CatalogFound;
  readonly batches: ProductBatches;
  close(): Promise<void>;
}

/**
 * For the process of an operator, who serves nobody else. A service reads in a quarantine, so the parsers are loaded when
 * they are used.
 */
export const ownReaders: Readers = {
  async readCatalog(_storeId, file, options, observer) {
    const { readCatalog } = await import('../catalog/import/read-catalog.ts');
    const { found, products } = await readCatalog(file, options, observer);
    return { found, batches: () => batchesOf(products), close: () => Promise.resolve() };
  },
  async readDocument(_storeId, source) {
    const { readDocument } = await import('../knowledge/read-document.ts');
    return readDocument(source);
  },
};

const maxBatch = { products: 100, characters: 128 * 1024 };

/** Batches that take a few milliseconds each to send and to store. */
function* batchesOf(products: readonly StoredProduct[]): Generator<StoredProduct[]> {
  for (let start = 0; start < products.length;) {
    const batch = batchFrom(products, start);
    yield batch;
    start += batch.length;
  }
}

/** The batch that begins with the product at `start`; empty after the last one. */
export function batchFrom(products: readonly StoredProduct[], start: number): StoredProduct[] {
  let characters = 0;
  let end = start;
  while (end < products.length && end - start < maxBatch.products && characters < maxBatch.characters) {
    characters += products[end]?.data.length ?? 0;
    end += 1;
  }
  return products.slice(start, end);
}
