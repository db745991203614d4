import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Synonyms } from '../config/synonyms.ts';
import type { Product } from '../db/records.ts';
import {
  excludedWords,
  facetFilter,
  productFacets,
  type CatalogFilters,
  type ProductFacets,
} from './search/product-facets.ts';
import { readPriceBounds } from './search/read-price-bounds.ts';
import {
  buildSearchIndex,
  productsPerTurn,
  type Scores,
  type SearchIndex,
  type WordReport,
} from './search/search-index.ts';

export type CatalogSort = 'relevance' | 'price_asc' | 'price_desc';

export interface CatalogQuery {
  readonly query?: string | undefined;
  readonly filters?: CatalogFilters | undefined;
  readonly sort?: CatalogSort | undefined;
  readonly limit?: number | undefined;
}

export interface CatalogSearchResult {
  readonly products: readonly Product[];
  /** Number of matches, without `limit`. */
  readonly total: number;
  /** Ids of products whose variants that match the filters are all sold out. */
  readonly soldOut: ReadonlySet<string>;
  readonly words: WordReport;
}

/** One store's products, indexed for search. Immutable. */
export interface Catalog {
  search(query: CatalogQuery): CatalogSearchResult;
  byId(id: string): Product | undefined;
  /** Distinct category names, most used first. */
  categories(): readonly string[];
  /** ISO 4217 code that most products are priced in; USD for an empty catalogue. */
  currency(): string;
}

/**
 * A catalogue over these products; of several with the same id, the last wins. Yields to the event loop while it
 * indexes, since tens of thousands of products take seconds.
 */
export async function createCatalog(products: readonly Product[], synonyms?: Synonyms): Promise<Catalog> {
  const unique = [...new Map(products.map((product) => [product.id, product])).values()];
  const entries = new Map<string, Entry>();
  for (const product of unique) {
    entries.set(product.id, { product, facets: productFacets(product) });
    if (entries.size % productsPerTurn === 0) await nextTurn();
  }
  return new IndexedCatalog(entries, await buildSearchIndex(unique, synonyms));
}

const defaultLimit = 5;
const maxLimit = 20;
const defaultCurrency = 'USD';

interface Entry {
  readonly product: Product;
  readonly facets: ProductFacets;
}

/** Distinct values, most frequent first, then by their text. */
function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([value]) => value);
}

function byId(a: Entry, b: Entry): number {
  return a.product.id < b.product.id ? -1 : 1;
}

/** Products in stock rank higher. Ties are broken by id, so that results are stable. */
function compareBy(sort: CatalogSort, scores: Scores | undefined): (a: Entry, b: Entry) => number {
  const score = ({ product }: Entry): number =>
    (scores?.get(product.id) ?? 1) * (product.available ? 1 : 0.7);
  const price = ({ product }: Entry): number => product.price_range.min.amount;
  switch (sort) {
    case 'relevance':
      return (a, b) => score(b) - score(a) || byId(a, b);
    case 'price_asc':
      return (a, b) => price(a) - price(b) || byId(a, b);
    case 'price_desc':
      return (a, b) => price(b) - price(a) || byId(a, b);
    default:
      return sort satisfies never;
  }
}

/** Price bounds in the query's words apply where the filters set none. */
function withPriceWords(query: CatalogQuery, currency: string): { text: string; filters: CatalogFilters } {
  const { rest, bounds } = readPriceBounds(query.query ?? '', currency);
  const { min = bounds.min, max = bounds.max } = query.filters?.price ?? {};
  return { text: rest, filters: { ...query.filters, price: { min, max } } };
}

class IndexedCatalog implements Catalog {
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #index: SearchIndex;
  readonly #categories: readonly string[];
  readonly #currency: string;

  constructor(entries: ReadonlyMap<string, Entry>, index: SearchIndex) {
    const products = [...entries.values()].map(({ product }) => product);
    this.#entries = entries;
    this.#index = index;
    this.#categories = byFrequency(products.flatMap((product) => product.categories));
    this.#currency =
      byFrequency(products.map((product) => product.price_range.min.currency))[0] ?? defaultCurrency;
  }

  search(query: CatalogQuery): CatalogSearchResult {
    const { text, filters } = withPriceWords(query, this.#currency);
    const passes = facetFilter(filters, this.#currency);
    const { scores, words } = this.#index.find(text);
    const without = this.#index.findAny(excludedWords(filters));
    const candidates = scores === undefined ? [...this.#entries.values()] : this.#entriesOf(scores);
    const found = candidates.filter(({ product, facets }) => passes(facets) && !without.has(product.id));
    const limit = Math.min(Math.max(1, query.limit ?? defaultLimit), maxLimit);
    const sorted = found.sort(compareBy(query.sort ?? 'relevance', scores));
    const page = sorted.slice(0, limit);
    const isInStock = facetFilter({ ...filters, in_stock: true }, this.#currency);
    const soldOut = page.filter(({ facets }) => !isInStock(facets)).map(({ product }) => product.id);
    return {
      products: page.map(({ product }) => product),
      total: sorted.length,
      soldOut: new Set(soldOut),
      words,
    };
  }

  byId(id: string): Product | undefined {
    return this.#entries.get(id)?.product;
  }

  categories(): readonly string[] {
    return this.#categories;
  }

  currency(): string {
    return this.#currency;
  }

  #entriesOf(scores: Scores): Entry[] {
    return [...scores.keys()].flatMap((id) => this.#entries.get(id) ?? []);
  }
}
