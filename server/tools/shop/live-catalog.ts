import type { CatalogNeed, NeededSearch } from '../../catalog/catalog-need.ts';
import {
  type Catalog,
  createCatalog,
  defaultCurrency,
  type KnownCatalog,
  withPriceWords,
} from '../../catalog/catalog.ts';
import type { Product } from '../../db/records.ts';
import { anything, type LiveShop } from './live-shop.ts';
import { LiveShopError } from './shop-error.ts';
import type { ShopPage } from './shop-response.ts';

/** As many as the local search returns at most. */
const maxImported = 20;

/** What was read of the shop, and the imported catalogue. */
export function knownCatalog(shop: LiveShop, imported: Catalog | null): KnownCatalog {
  return {
    byId: (id) => shop.products([id])[0] ?? imported?.byId(id),
    currency: () => shop.currency() ?? imported?.currency() ?? defaultCurrency,
    categories: () => [...new Set([...(imported?.categories() ?? []), ...shop.categories()])],
  };
}

/**
 * A small catalogue with what `need` names: what the shop finds and has now, together with what the imported catalogue finds,
 * where there is one. Its search ranks, filters and describes both as that of an imported catalogue does; `ownWords` are
 * the store's for it. Throws LiveShopError; with an imported catalogue, the error's sentence becomes a notice.
 */
export async function openLiveCatalog(
  shop: LiveShop,
  imported: Catalog | null,
  need: CatalogNeed,
  ownWords: string,
): Promise<Catalog> {
  const own = imported === null ? [] : productsFor(imported, need);
  const { products, ...sayings } = await read(shop, own, need).catch((error: unknown): ShopPage => {
    if (imported === null || !(error instanceof LiveShopError)) throw error;
    return { products: [], notices: [{ text: error.message }] };
  });
  // A product that is imported and found live is taken from the shop.
  const taken = new Set(products.flatMap(({ id, url }) => [id, url]));
  const others = own.filter(({ id, url }) => !taken.has(id) && (url === undefined || !taken.has(url)));
  return createCatalog([...products, ...others], ownWords, { ...knownCatalog(shop, imported), sayings });
}

function productsFor(imported: Catalog, need: CatalogNeed): Product[] {
  if ('wanted' in need)
    return need.wanted.flatMap(({ id }) => imported.byId(id) ?? imported.byVariantId(id) ?? []);
  return imported.search({ ...need.search, limit: maxImported }).products.map(({ product }) => product);
}

async function read(shop: LiveShop, own: readonly Product[], need: CatalogNeed): Promise<ShopPage> {
  if ('search' in need) {
    // The bounds of a search are in the shop's currency.
    if (shop.currency() === undefined) await shop.overview();
    return find(shop, need.search);
  }
  const wanted = need.wanted.filter(({ id }) => !own.some((product) => product.id === id));
  const notices = await shop.lookUp(wanted);
  return { products: shop.products(wanted.map(({ id }) => id)), notices };
}

/** The first page of the shop for the narrowest search that finds something. */
async function find(shop: LiveShop, query: NeededSearch): Promise<ShopPage> {
  let page: ShopPage = { products: [] };
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
function searchesFor(query: NeededSearch, currency?: string): object[] {
  const { text, filters } = withPriceWords(query, currency ?? defaultCurrency);
  const { min, max } = filters.price ?? {};
  const isOwn = currency !== undefined && (query.context?.currency ?? currency) === currency;
  const hasPrice = isOwn && (min !== undefined || max !== undefined);
  const words = [text, filters.color, filters.category, ...(filters.categories ?? [])];
  const given = words.flatMap((each) => each?.trim() || []);
  const queries = new Set([given.join(' '), given[0] ?? '']);
  return [...queries].map((each) => ({
    ...(each === '' ? anything : { query: each }),
    ...(hasPrice && { filters: { price: { min, max } } }),
    ...(currency !== undefined && { context: { currency } }),
  }));
}
