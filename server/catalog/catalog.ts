import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Product, ShopNotice, Variant } from '../db/records.ts';
import { languageOf } from './search/language-of.ts';
import {
  createFacetReader,
  excludedThings,
  facetFilter,
  isMadeOf,
  namedVariants,
  type CatalogFilters,
  type ProductFacets,
} from './search/product-facets.ts';
import { documentsPerTurn, type Found, type Having, type RankedIndex } from './search/ranked-index.ts';
import { readPriceBounds } from './search/read-price-bounds.ts';
import type { Match } from './search/relevance.ts';
import { retailLanguage } from './search/retail-language.ts';
import { buildSearchIndex } from './search/search-index.ts';
import { linesOf } from './search/lexicon.ts';
import { readUnsold, sentenceAbout, type Unsold } from './unsold.ts';

export type CatalogSort = 'relevance' | 'price_asc' | 'price_desc';

export interface CatalogQuery {
  readonly query?: string | undefined;
  /** `all`: only products with all words of the query. */
  readonly match?: 'any' | 'all' | undefined;
  readonly filters?: CatalogFilters | undefined;
  readonly sort?: CatalogSort | undefined;
  readonly limit?: number | undefined;
}

/** A product of a result, and the words of the query that it does not have. */
export interface FoundProduct {
  readonly product: Product;
  readonly missing: readonly string[];
  /** Whether all variants that match the filters are sold out. */
  readonly isSoldOut: boolean;
}

export interface CatalogSearchResult {
  readonly products: readonly FoundProduct[];
  /** All products that fit as well as the first: with all words, or else as close. Without `limit`. */
  readonly matching: readonly Product[];
  /** Whether the products have all words of the query, or only come closest. */
  readonly fit: 'all_words' | 'closest' | 'none';
  readonly unknown: Found['unknown'];
  readonly similar: Found['similar'];
  readonly excluded: Found['excluded'];
  /** What the shop says to who wants something that it does not sell; undefined where something has all words. */
  readonly sentence: string | undefined;
}

/** One store's products, indexed for search. Immutable. */
export interface Catalog {
  search(query: CatalogQuery): CatalogSearchResult;
  byId(id: string): Product | undefined;
  readonly isEmpty: boolean;
  /** The product that has a variant with this id; of several the first. */
  byVariantId(id: string): Product | undefined;
  /** Reads the variants of a product of this catalogue that pass filters: none where the product itself does not. */
  passing(filters: CatalogFilters): (product: Product) => readonly Variant[];
  /** Distinct category names, most used first. */
  categories(): readonly string[];
  /** ISO 4217 code that most products are priced in; USD for an empty catalogue. */
  currency(): string;
  /** The language that most of its texts are in (ISO 639-1); English where they are too few to tell. */
  readonly language: string;
  /** Of a live shop. */
  readonly sayings: ShopSayings;
}

/** What a live shop says about a whole result. */
export interface ShopSayings {
  /** Its conditions, which a reply may name. */
  readonly notes?: readonly string[];
  /** What every reply shows: warnings, and that the shop cannot be read. */
  readonly notices?: readonly ShopNotice[];
}

/** What is known of a catalogue without reading a live shop again. */
export type KnownCatalog = Pick<Catalog, 'byId' | 'currency' | 'categories'>;

/** Of a catalogue that has only what a live shop has found for one call: the rest of what is known, and what the shop says. */
export type LiveSource = Pick<Catalog, 'currency' | 'categories' | 'sayings'>;

/**
 * A catalogue over these products; of several with the same id, the last wins. `synonyms` are the shop's own, one entry a
 * line, also for what it does not sell (`readUnsold`). Where `live` has found products by what is meant and not said, a search
 * lists them in their order here. Yields to the event loop while it indexes, since tens of thousands of products take seconds.
 */
export async function createCatalog(
  products: readonly Product[],
  synonyms = '',
  live?: LiveSource,
): Promise<Catalog> {
  const unique = [...new Map(products.map((product) => [product.id, product])).values()];
  if (live === undefined) unique.sort(byId);
  const facetsOf = createFacetReader();
  const entries: Entry[] = [];
  for (const product of unique) {
    entries.push({ product, facets: facetsOf(product) });
    if (entries.length % documentsPerTurn === 0) await nextTurn();
  }
  const lines = linesOf(synonyms).map((line) => ({ line, unsold: readUnsold(line) }));
  const words = lines.flatMap(({ line, unsold }) => (unsold === undefined ? line : []));
  const index = await buildSearchIndex(unique, retailLanguage(words.join('\n')));
  const unsold = lines.flatMap((line) => line.unsold ?? []);
  return new IndexedCatalog(entries, index, unsold, live);
}

const defaultLimit = 5;
const maxLimit = 20;
export const defaultCurrency = 'USD';
const defaultLanguage = 'en';
const soldOutFactor = 0.7;
/** What has less of the best score is not close. */
const minCloseness = 0.5;
/** Texts of this many products say which language a catalogue is in. */
const languageSample = 200;

interface Entry {
  readonly product: Product;
  readonly facets: ProductFacets;
}

type Hit = Entry & Match;

/** Distinct values with their counts, most frequent first, then by their text. */
export function byFrequency(values: readonly string[]): [value: string, count: number][] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}

/** Products with all words come first, and products in stock before sold out ones. Ties are broken by id. */
function compareBy(sort: CatalogSort): (a: Hit, b: Hit) => number {
  const score = ({ score: own, product }: Hit): number => own * (product.available ? 1 : soldOutFactor);
  const price = ({ product }: Hit): number => product.price_range.min.amount;
  const complete = ({ isComplete }: Hit): number => Number(isComplete);
  const direction = { relevance: 0, price_asc: 1, price_desc: -1 }[sort];
  return (a, b) =>
    complete(b) - complete(a) ||
    direction * (price(a) - price(b)) ||
    score(b) - score(a) ||
    byId(a.product, b.product);
}

/** Price bounds in the query's words apply where the filters set none. */
export function withPriceWords(
  query: CatalogQuery,
  currency: string,
): { text: string; filters: CatalogFilters } {
  const { rest, bounds } = readPriceBounds(query.query ?? '', currency);
  const { min = bounds.min, max = bounds.max } = query.filters?.price ?? {};
  return { text: rest, filters: { ...query.filters, price: { min, max } } };
}

class IndexedCatalog implements Catalog {
  readonly #entries: readonly Entry[];
  /** Of a product: its place in the entries. */
  readonly #ids: ReadonlyMap<string, number>;
  #ofVariants: ReadonlyMap<string, Product> | undefined;
  readonly #index: RankedIndex;
  readonly #categories: readonly string[];
  readonly #currency: string;
  readonly #unsold: readonly Unsold[];
  readonly #live: LiveSource | undefined;
  readonly language: string;
  readonly isEmpty: boolean;
  readonly sayings: ShopSayings;

  constructor(
    entries: readonly Entry[],
    index: RankedIndex,
    unsold: readonly Unsold[],
    live: LiveSource | undefined,
  ) {
    const products = entries.map(({ product }) => product);
    this.#entries = entries;
    this.#ids = new Map(products.map(({ id }, place) => [id, place]));
    this.#index = index;
    this.#unsold = unsold;
    this.#live = live;
    this.isEmpty = entries.length === 0 && live === undefined;
    this.sayings = live?.sayings ?? {};
    this.#categories =
      live?.categories() ??
      byFrequency(products.flatMap(({ categories }) => categories)).map(([name]) => name);
    const [currency] = byFrequency(products.map(({ price_range: range }) => range.min.currency));
    this.#currency = live?.currency() ?? currency?.[0] ?? defaultCurrency;
    const texts = products
      .slice(0, languageSample)
      .map(({ title, description }) => `${title} ${description}`);
    this.language = languageOf(texts.join(' ')) ?? defaultLanguage;
  }

  search(query: CatalogQuery): CatalogSearchResult {
    const { text, filters } = withPriceWords(query, this.#currency);
    const without = (excluded: readonly string[]): CatalogFilters => {
      return { ...filters, exclude: [...(filters.exclude ?? []), ...excluded] };
    };
    const found = this.#index.find(text, (excluded) =>
      isFilter(without(excluded)) ? this.#filter(without(excluded)) : undefined,
    );
    const passes = this.#filter(without(found.excluded));
    const all = (isComplete: boolean): Hit[] => this.#all(isComplete).filter(({ id }) => passes(id));
    const isStrict = query.match === 'all';
    const matching = found.matches === undefined ? all(true) : this.#hits(found.matches, isStrict);
    const isFound = matching.length > 0 || isStrict || this.#live === undefined;
    const hits = isFound ? matching : all(false);
    const best = Math.max(0, ...hits.map(({ score }) => score));
    const close = hits.filter(({ isComplete, score }) => isComplete || score >= best * minCloseness);
    const sorted = close.sort(compareBy(query.sort ?? 'relevance'));
    const isComplete = sorted[0]?.isComplete === true;
    const limit = Math.min(Math.max(1, query.limit ?? defaultLimit), maxLimit);
    const isInStock = facetFilter({ ...filters, in_stock: true }, this.#currency);
    return {
      products: sorted.slice(0, limit).map(({ id, product, facets }) => ({
        product,
        missing: found.missingIn(id),
        isSoldOut: !isInStock(facets) || isNamedSoldOut(product, text),
      })),
      matching: sorted.filter((hit) => hit.isComplete === isComplete).map(({ product }) => product),
      fit: sorted.length === 0 ? 'none' : isComplete ? 'all_words' : 'closest',
      unknown: found.unknown,
      similar: found.similar,
      excluded: found.excluded,
      sentence: isComplete ? undefined : sentenceAbout(this.#unsold, text),
    };
  }

  byId(id: string): Product | undefined {
    return this.#entries[this.#ids.get(id) ?? -1]?.product;
  }

  byVariantId(id: string): Product | undefined {
    this.#ofVariants ??= new Map(
      this.#entries
        .flatMap(({ product }) => product.variants.map((each) => [each.id, product] as const))
        .reverse(),
    );
    return this.#ofVariants.get(id);
  }

  passing(filters: CatalogFilters): (product: Product) => readonly Variant[] {
    const passes = this.#filter(filters);
    const variantPasses = facetFilter(filters, this.#currency);
    return ({ id }) => {
      const place = this.#ids.get(id) ?? -1;
      const entry = this.#entries[place];
      if (entry === undefined || !passes(place)) return [];
      return entry.product.variants.filter((_variant, at) => variantPasses(entry.facets.slice(at, at + 1)));
    };
  }

  categories(): readonly string[] {
    return this.#categories;
  }

  currency(): string {
    return this.#currency;
  }

  #hits(matches: readonly Match[], onlyComplete: boolean): Hit[] {
    const wanted = onlyComplete ? matches.filter(({ isComplete }) => isComplete) : matches;
    return wanted.flatMap((match) => {
      const entry = this.#entries[match.id];
      return entry === undefined ? [] : { ...entry, ...match };
    });
  }

  /** All products. Incomplete are those that a live shop has found by what is meant and not said, in its order. */
  #all(isComplete: boolean): Hit[] {
    return this.#entries.map((entry, id) => ({
      ...entry,
      id,
      isComplete,
      score: isComplete ? 1 : 1 - id / 1000,
    }));
  }

  /** Whether a product passes, asked once: several words of a query may ask for it. */
  #filter(filters: CatalogFilters): (id: number) => boolean {
    const passes = facetFilter(filters, this.#currency);
    const excluded = excludedThings(filters).map((text) => this.#index.having(text));
    const names = [filters.category ?? '', ...(filters.categories ?? [])].filter(
      (name) => name.trim() !== '',
    );
    const categories = names.map((name) => this.#inCategory(name));
    const isPassing = (id: number): boolean => {
      const entry = this.#entries[id];
      return (
        entry !== undefined &&
        passes(entry.facets) &&
        (categories.length === 0 || categories.some((each) => each.has(id))) &&
        !excluded.some((each) => isExcluded(id, entry.product, each))
      );
    };
    const known = new Map<number, boolean>();
    return (id) => {
      const result = known.get(id) ?? isPassing(id);
      known.set(id, result);
      return result;
    };
  }

  /** Products of the category that is called so, or else that are such things. */
  #inCategory(category: string): Set<number> {
    const name = category.trim().toLowerCase();
    const isIn = ({ product }: Entry): boolean =>
      product.categories.some((each) => each.toLowerCase() === name);
    const own = this.#entries.flatMap((entry, id) => (isIn(entry) ? id : []));
    if (own.length > 0) return new Set(own);
    const { matches = [] } = this.#index.find(category);
    return new Set(matches.flatMap(({ id, isComplete }) => (isComplete ? id : [])));
  }
}

function isFilter({ price, ...others }: CatalogFilters): boolean {
  const values = [price?.min, price?.max, ...Object.values(others)];
  return values.some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));
}

/** Whether a text names variants by their options, which are all sold out. */
function isNamedSoldOut({ variants }: Product, text: string): boolean {
  const named = namedVariants(variants, text);
  return named.length > 0 && named.every(({ available }) => !available);
}

/** By its name, category, tags and options, or because it is made of it by its description. */
function isExcluded(id: number, { description }: Product, { named, mentioned, terms }: Having): boolean {
  return named.has(id) || (mentioned.has(id) && isMadeOf(description, terms));
}
