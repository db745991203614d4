import type { Synonyms } from '../config/synonyms.ts';
import type { Product } from '../db/records.ts';
import { createVersionCache, type VersionCache, type VersionedSource } from '../support/version-cache.ts';
import { type Catalog, createCatalog } from './catalog.ts';

/** One searchable catalogue a store. */
export type CatalogStore = VersionCache<Catalog>;

/** The products of each store: the catalogue repository. */
export type CatalogSource = VersionedSource<Product>;

/** `synonyms` are the operator's own, for all stores. */
export function createCatalogStore(
  source: CatalogSource,
  synonyms?: Synonyms,
  capacity?: number,
): CatalogStore {
  return createVersionCache(source, (products) => createCatalog(products, synonyms), capacity);
}
