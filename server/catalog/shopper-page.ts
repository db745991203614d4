import type { components } from '../../generated/api.d.ts';
import type { Price, Product, Variant } from '../db/records.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogNeed } from './catalog-need.ts';
import { chosenProduct, orderLine, type OrderLine, sumOf } from './chosen-product.ts';
import { productSummary, type ProductSummary } from './product.ts';

/** What a page says about itself and the cart (decision 0062). */
export type PageContext = components['schemas']['PageContext'];

/** Where a shopper is: only what the catalogue has, so that no text of the page reaches a model. */
export interface ShopperPage {
  /** Of the page of one product. */
  readonly product?: PageProduct;
  /** Of the page of a category that the catalogue has. */
  readonly category?: string;
  readonly cart?: ShopperCart;
}

export type PageProduct = Pick<
  ProductSummary,
  'id' | 'title' | 'description' | 'price' | 'max_price' | 'available'
> & {
  /** That the page has selected. */
  readonly variant?: PageVariant;
};

type PageVariant = Pick<Variant, 'id' | 'title' | 'price' | 'available'>;

interface ShopperCart {
  readonly lines: readonly OrderLine[];
  /** Absent where not every line of the cart is known. */
  readonly total?: Price;
  readonly is_complete: boolean;
}

/** Looks up in the catalogue what a page says; undefined where the catalogue has nothing of it. */
export function shopperPage(catalog: Catalog, page: PageContext): ShopperPage | undefined {
  const product = pageProduct(catalog, page);
  const category = catalog.categories().find((name) => sameText(name, page.category));
  const cart = page.cart && shopperCart(catalog, page.cart, page.cart_has_more === true);
  if (product === undefined && category === undefined && cart === undefined) return undefined;
  return { ...(product && { product }), ...(category && { category }), ...(cart && { cart }) };
}

/** What a live shop must be asked for a page and its cart; a name alone finds the product of that name. */
export function pageNeed({ product_id: id, variant_id, url, name, cart = [] }: PageContext): CatalogNeed {
  const slug = url === undefined ? undefined : lastSegment(url);
  const product = id ?? slug;
  const lines = cart.map((line) => ({ id: line.product_id, variant_id: line.variant_id }));
  if (id === undefined && name !== undefined && lines.length === 0) return { search: { query: name } };
  return { wanted: [...(product === undefined ? [] : [{ id: product, variant_id }]), ...lines] };
}

function pageProduct(catalog: Catalog, page: PageContext): PageProduct | undefined {
  const product = findProduct(catalog, page);
  if (product === undefined) return undefined;
  const { id, title, description, price, max_price: max, available } = productSummary(product);
  const variant = product.variants.find((one) => one.id === page.variant_id || isSku(one, page.sku));
  return {
    id,
    title,
    description,
    price,
    ...(max && { max_price: max }),
    available,
    ...(variant && product.variants.length > 1 && { variant: pageVariant(variant) }),
  };
}

function pageVariant({ id, title, price, available }: Variant): PageVariant {
  return { id, title, price, available };
}

/** By the catalogue's id, as shops name it in the page's address, too; else the one product of that name. */
function findProduct(catalog: Catalog, { product_id: id, url, name, sku }: PageContext): Product | undefined {
  const slug = url === undefined ? undefined : lastSegment(url);
  const known = [id, slug].flatMap((each) => (each === undefined ? [] : (catalog.byId(each) ?? [])))[0];
  if (known !== undefined || name === undefined) return known;
  const found = catalog.search({ query: name, limit: 20 }).products.map(({ product }) => product);
  const named = found.filter(({ title }) => sameText(title, name));
  const byAddress = named.find((product) => product.url !== undefined && product.url === url);
  const bySku = named.find(({ variants }) => variants.some((variant) => isSku(variant, sku)));
  return byAddress ?? bySku ?? (named.length === 1 ? named[0] : undefined);
}

/** Undefined for an address that cannot be read. */
function lastSegment(address: string): string | undefined {
  const path = URL.parse(address, 'https://shop.invalid')?.pathname ?? '';
  const segment = path.split('/').findLast((part) => part !== '') ?? '';
  try {
    return decodeURIComponent(segment) || undefined;
  } catch {
    return undefined;
  }
}

function isSku(variant: Variant, sku: string | undefined): boolean {
  return sku !== undefined && variant.sku === sku;
}

function sameText(one: string, other: string | undefined): boolean {
  return other !== undefined && one.trim().toLowerCase() === other.trim().toLowerCase();
}

function shopperCart(
  catalog: Catalog,
  given: NonNullable<PageContext['cart']>,
  hasMore: boolean,
): ShopperCart {
  const lines = given.flatMap(({ product_id: id, variant_id, quantity }) => {
    const chosen = chosenProduct(catalog, { id, variant_id });
    return (chosen && orderLine(chosen, quantity)) ?? [];
  });
  const isComplete = !hasMore && lines.length === given.length;
  const total = isComplete ? sumOf(lines) : undefined;
  return { lines, ...(total && { total }), is_complete: isComplete };
}
