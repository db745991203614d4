import type { Product } from '../db/records.ts';
import { createVersionCache, type VersionCache, type VersionedSource } from '../support/version-cache.ts';
import { type Catalog, createCatalog } from './catalog.ts';

/** One searchable catalogue a store. */
export type CatalogStore = VersionCache<Catalog>;

/** The products of each store and its own words for the search: `catalogSource`. */
export interface CatalogSource extends VersionedSource<Product> {
  synonyms(storeId: string): Promise<string>;
}

export function createCatalogStore(source: CatalogSource, capacity?: number): CatalogStore {
  const build = async (products: readonly Product[], storeId: string): Promise<Catalog> =>
    createCatalog(products, await source.synonyms(storeId));
  return createVersionCache(source, build, capacity);
}
