import { type Catalog, createCatalog } from './catalog.ts';
import type { Product } from '../db/records.ts';
import type { Synonyms } from '../config/synonyms.ts';

/** The two methods of the catalogue repository that the store needs. */
export interface CatalogSource {
  list(storeId: string): Promise<readonly Product[]>;
  /** Changes whenever the store's products do. */
  version(storeId: string): Promise<number>;
}

export interface CatalogStore {
  /** The store's current catalogue. It is indexed again only when its version has changed. */
  get(storeId: string): Promise<Catalog>;
}

interface Cached {
  readonly version: number;
  readonly catalog: Promise<Catalog>;
}

// Indexes are in memory; the least recently used one is evicted.
const defaultCapacity = 64;

/** `synonyms` are the operator's own, for all stores. Caches one searchable catalogue a store. Rejects with the errors of `source`, which are not cached. */
export function createCatalogStore(
  source: CatalogSource,
  synonyms?: Synonyms,
  capacity = defaultCapacity,
): CatalogStore {
  const cache = new Map<string, Cached>();

  function cacheEntry(storeId: string, entry: Cached): void {
    cache.delete(storeId);
    cache.set(storeId, entry);
    const oldest = cache.keys().next().value;
    if (cache.size > capacity && oldest !== undefined) cache.delete(oldest);
  }

  function load(storeId: string, version: number): Cached {
    const catalog = source.list(storeId).then((products) => createCatalog(products, synonyms));
    const entry = { version, catalog };
    catalog.catch(() => {
      if (cache.get(storeId) === entry) cache.delete(storeId);
    });
    return entry;
  }

  return {
    async get(storeId) {
      // Read before the products: after a change in between, the next call indexes again.
      const version = await source.version(storeId);
      const cached = cache.get(storeId);
      const entry = cached?.version === version ? cached : load(storeId, version);
      cacheEntry(storeId, entry);
      return entry.catalog;
    },
  };
}
