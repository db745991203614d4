import type { Product, Variant } from '../../db/records.ts';
import {
  type Catalog,
  type CatalogQuery,
  type CatalogSearchResult,
  createCatalog,
  defaultCurrency,
  withPriceWords,
} from '../catalog.ts';
import type { CatalogFilters } from '../search/product-facets.ts';
import { contentTerms } from '../search/retail-language.ts';
import type { CachedShop, Wanted } from './cached-shop.ts';
import { LiveShopError, type ShopPage, type ShopSearch } from './live-shop.ts';

/** What a call of a tool needs of a live shop. */
export type CatalogNeed = { readonly search: CatalogQuery } | { readonly wanted: readonly Wanted[] };

/** As many as the local search returns at most. */
const maxImported = 20;

/**
 * A catalogue that has what `need` names: what the shop finds and has now, together with what the imported catalogue finds,
 * where there is one; `ownWords` are the store's for the search. Its search ranks, filters and describes both as that of an imported catalogue does. Throws
 * LiveShopError; with an imported catalogue, the error's sentence becomes a note.
 */
export async function openLiveCatalog(
  shop: CachedShop,
  imported: Catalog | null,
  need: CatalogNeed | null,
  ownWords: string,
): Promise<Catalog> {
  let page: ShopPage = nothing;
  try {
    page = await read(shop, imported, need);
  } catch (error) {
    // Without a need, what is known of the shop is enough.
    if (!(error instanceof LiveShopError) || (imported === null && need !== null)) throw error;
    page = { products: [], notes: need === null ? [] : [error.message] };
  }
  if (need === null || !('search' in need)) return new LiveCatalog(shop, imported, imported, page);
  const { products, notes } = page;
  const found = [...importedHits(imported, need.search, products), ...products];
  return new LiveCatalog(shop, imported, await createCatalog(found, ownWords), { products, notes });
}

const nothing: ShopPage = { products: [], notes: [] };

async function read(shop: CachedShop, imported: Catalog | null, need: CatalogNeed | null): Promise<ShopPage> {
  if (need !== null && 'wanted' in need) {
    await shop.lookUp(need.wanted.filter(({ id }) => imported?.byId(id) === undefined));
    return nothing;
  }
  // Instructions name its currency and categories, and the bounds of a search are in its currency.
  if (shop.currency() === undefined) await shop.overview();
  return need === null ? nothing : find(shop, need.search);
}

/** The first page of the shop for the narrowest search that finds something. */
async function find(shop: CachedShop, query: CatalogQuery): Promise<ShopPage> {
  let page = nothing;
  for (const search of searchesFor(query, shop.currency())) {
    page = await shop.search(search);
    if (page.products.length > 0) break;
  }
  return page;
}

/**
 * The protocol has filters for prices alone: colours and kinds are words of the first search, and what is found is filtered
 * here. A price has a meaning only in the shop's currency.
 */
export function searchesFor(query: CatalogQuery, currency?: string): ShopSearch[] {
  const { text, filters } = withPriceWords(query, currency ?? defaultCurrency);
  const { min, max } = filters.price ?? {};
  const hasPrice = currency !== undefined && (min !== undefined || max !== undefined);
  const price = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  const words = [text, filters.color, filters.category].flatMap((each) => each?.trim() || []);
  const queries = new Set([words.join(' '), words[0] ?? '']);
  return [...queries].map((each) => ({
    ...(each !== '' && { query: each }),
    ...(hasPrice && { price }),
    ...(currency !== undefined && { currency }),
  }));
}

/** A product that is imported and found live is taken from the shop. */
function importedHits(imported: Catalog | null, query: CatalogQuery, live: readonly Product[]): Product[] {
  const found = imported?.search({ ...query, limit: maxImported }).products ?? [];
  const urls = new Set(live.map(({ url }) => url));
  return found.map(({ product }) => product).filter(({ url }) => url === undefined || !urls.has(url));
}

class LiveCatalog implements Catalog {
  readonly notes: readonly string[];
  readonly #shop: CachedShop;
  readonly #imported: Catalog | null;
  /** What this call has found. */
  readonly #found: Catalog | null;
  /** The places of the shop's products in its own order. */
  readonly #ranks: ReadonlyMap<string, number>;

  constructor(shop: CachedShop, imported: Catalog | null, found: Catalog | null, page: ShopPage) {
    this.#shop = shop;
    this.#imported = imported;
    this.#found = found;
    this.#ranks = new Map(page.products.map(({ id }, rank) => [id, rank]));
    this.notes = page.notes;
  }

  search(query: CatalogQuery): CatalogSearchResult {
    if (this.#found === null) return noResult;
    const result = this.#found.search(query);
    return result.fit === 'none' && query.query !== undefined && query.match !== 'all'
      ? this.#asTheShopFound(query, result)
      : result;
  }

  byId(id: string): Product | undefined {
    return this.#shop.product(id) ?? this.#imported?.byId(id);
  }

  byVariantId(id: string): Product | undefined {
    return this.#found?.byVariantId(id);
  }

  passing(filters: CatalogFilters): (product: Product) => readonly Variant[] {
    return this.#found?.passing(filters) ?? (() => []);
  }

  isEmpty(): boolean {
    return false;
  }

  categories(): readonly string[] {
    return [...new Set([...(this.#imported?.categories() ?? []), ...this.#shop.categories()])];
  }

  currency(): string {
    return this.#shop.currency() ?? this.#imported?.currency() ?? defaultCurrency;
  }

  language(): string {
    return (this.#found ?? this.#imported)?.language() ?? 'en';
  }

  /** A shop may find what is meant and not said: nothing of it has the words, which is what it is called then. */
  #asTheShopFound(query: CatalogQuery, result: CatalogSearchResult): CatalogSearchResult {
    const { limit, sort } = query;
    const { text, filters } = withPriceWords(query, this.currency());
    const exclude = [...(filters.exclude ?? []), ...result.excluded];
    const all = this.#found?.search({ filters: { ...filters, exclude }, sort, limit: maxImported });
    if (all === undefined) return noResult;
    const rankOf = ({ id }: Product): number => this.#ranks.get(id) ?? maxImported;
    const isRelevance = sort === undefined || sort === 'relevance';
    const sorted = isRelevance
      ? all.products.toSorted((a, b) => rankOf(a.product) - rankOf(b.product))
      : all.products;
    const missing = contentTerms(text);
    const products = sorted.slice(0, limit).map((one) => ({ ...one, missing }));
    const { matching } = all;
    return { ...result, products, matching, fit: products.length > 0 ? 'closest' : 'none' };
  }
}

const noResult: CatalogSearchResult = {
  products: [],
  matching: [],
  fit: 'none',
  unknown: [],
  similar: [],
  excluded: [],
  sentence: undefined,
};
