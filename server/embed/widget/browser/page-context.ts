import type { WindowParts } from './chat-parts.ts';

type Fields = Record<string, unknown>;

/** The most that the service reads, and some room. */
const maxLength = 4_000;
const maxLines = 20;
const maxLengths = { product_id: 200, variant_id: 200, sku: 200, name: 300, url: 1_000, category: 200 };

/**
 * Where the shopper is, as the value of the header `X-Page-Context`; undefined where the page says nothing. What the
 * page's scripts have said comes first, then the `data-product-id` of the script tag or of the page, if it has one, with
 * the page's own JSON-LD of one product.
 */
export function pageContext({ productId, given }: ReturnType<WindowParts['page']>): string | undefined {
  const isSaid = 'product_id' in given || 'category' in given;
  const id = productId ?? productInPage();
  const product = isSaid ? given : { ...productInJsonLd(), ...(id && { product_id: id }) };
  let context: Fields = {};
  const add = (field: Fields, limit: number): boolean => {
    const longer = { ...context, ...field };
    if (ascii(longer).length > limit) return false;
    context = longer;
    return true;
  };
  if (typeof window.agentChatbot?.onAddToCart === 'function') add({ can_add_to_cart: true }, maxLength);
  for (const [name, length] of Object.entries(maxLengths)) {
    const text = textOf(product[name]);
    // The cart has a quarter for itself.
    if (text !== '' && text.length <= length) add({ [name]: text }, maxLength * 0.75);
  }
  addCart(given['cart'], (cart) => add(cart, maxLength));
  return Object.keys(context).length === 0 ? undefined : ascii(context);
}

/** Adds as many lines as there is room for, and whether there are more. */
function addCart(cart: unknown, add: (fields: Fields) => boolean): void {
  const lines = cartLines(cart);
  if (lines === undefined) return;
  const more = { cart_has_more: true };
  for (let count = Math.min(lines.length, maxLines); count >= 0; count -= 1)
    if (add({ cart: lines.slice(0, count), ...(count < lines.length && more) })) return;
}

/** A header holds ASCII only. */
function ascii(value: object): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(/[^ -~]/g, escaped);
}

/** The text of a text or a number, which some shops have for ids, without what the service rejects. */
function textOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return String(value)
    .replace(/[\p{Cs}\0]/gu, '')
    .trim();
}

/** The valid lines of a cart; undefined for what is no list. */
function cartLines(cart: unknown): Fields[] | undefined {
  if (!Array.isArray(cart)) return undefined;
  return cart.flatMap((line: Fields | null) => {
    const [product, variant] = [textOf(line?.['product_id']), textOf(line?.['variant_id'])];
    const quantity = Number(line?.['quantity']);
    const isValid = product !== '' && Math.max(product.length, variant.length) <= maxLengths.product_id;
    if (!isValid || !Number.isInteger(quantity) || quantity < 1 || quantity > 10_000) return [];
    return { product_id: product, ...(variant && { variant_id: variant }), quantity };
  });
}

/** The `data-product-id` of the page's elements; undefined where they have several, as in a list. */
function productInPage(): string | undefined {
  const nodes = [...document.querySelectorAll<HTMLElement>('[data-product-id]')];
  const ids = new Set(nodes.map(({ dataset }) => dataset['productId']));
  return ids.size === 1 ? [...ids][0] : undefined;
}

/** The product that the page describes for search engines; nothing where it describes several. */
function productInJsonLd(): Fields {
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')];
  const products = scripts.flatMap(({ textContent }) => productsIn(parsed(textContent ?? '')));
  const [product] = products;
  if (product === undefined || products.length > 1) return {};
  const { productGroupID, productID, sku, name, url } = product;
  return { product_id: productGroupID ?? productID ?? sku, sku, name, url };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The products of a document, not those within lists or within another product. */
function productsIn(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(productsIn);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Fields;
  const types = [node['@type']].flat();
  if (types.includes('Product') || types.includes('ProductGroup')) return [node];
  return productsIn([node['@graph'] ?? [], node['mainEntity'] ?? []]);
}
