import type { Product } from './product.ts';

export type CatalogSort = 'relevance' | 'price_asc' | 'price_desc';

/** What one variant of a product must be, all at once. Blank texts count as absent. */
export interface CatalogFilters {
  readonly category?: string | undefined;
  readonly color?: string | undefined;
  readonly size?: string | undefined;
  /** Inclusive bounds in minor units of the catalogue's currency. */
  readonly price?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;
  readonly in_stock?: boolean | undefined;
}

export interface CatalogQuery {
  readonly query?: string | undefined;
  readonly filters?: CatalogFilters | undefined;
  readonly sort?: CatalogSort | undefined;
  readonly limit?: number | undefined;
}

export interface CatalogSearchResult {
  readonly products: readonly Product[];
  /** How many products match, beyond `limit` too. */
  readonly total: number;
}

/** One store's products, ready to be searched. Immutable: a change of the products makes a new one. */
export interface Catalog {
  search(query: CatalogQuery): CatalogSearchResult;
  byId(id: string): Product | undefined;
  /** Distinct category names, most used first. */
  categories(): readonly string[];
  /** ISO 4217 code that most products are priced in; USD for an empty catalogue. */
  currency(): string;
}
