import { type Catalog, createCatalog } from './catalog.ts';
import type { Product } from '../db/records.ts';

/** Where the products live: the catalogue repository satisfies it with `list` and `version`. */
export interface CatalogSource {
  list(storeId: string): Promise<readonly Product[]>;
  /** Changes whenever the store's products do. */
  version(storeId: string): Promise<number>;
}

export interface CatalogStore {
  /** The store's catalogue as it is now; indexed again only when its version has changed. */
  get(storeId: string): Promise<Catalog>;
}

interface Cached {
  readonly version: number;
  readonly catalog: Promise<Catalog>;
}

// Each index lives in memory; the least recently asked one makes room.
const defaultCapacity = 64;

/** Keeps one searchable catalogue a store. Fails with what `source` fails with, and tries again on the next call. */
export function createCatalogStore(source: CatalogSource, capacity = defaultCapacity): CatalogStore {
  const cache = new Map<string, Cached>();

  function keep(storeId: string, entry: Cached): void {
    cache.delete(storeId);
    cache.set(storeId, entry);
    const oldest = cache.keys().next().value;
    if (cache.size > capacity && oldest !== undefined) cache.delete(oldest);
  }

  function load(storeId: string, version: number): Cached {
    const catalog = source.list(storeId).then(createCatalog);
    const entry = { version, catalog };
    catalog.catch(() => {
      if (cache.get(storeId) === entry) cache.delete(storeId);
    });
    return entry;
  }

  return {
    async get(storeId) {
      // Read before the products: a change in between makes the next call index again, never serve stale ones.
      const version = await source.version(storeId);
      const cached = cache.get(storeId);
      const entry = cached?.version === version ? cached : load(storeId, version);
      keep(storeId, entry);
      return entry.catalog;
    },
  };
}
