import { isReduced } from '../catalog/product.ts';
import type { ShownProduct } from '../catalog/shown-products.ts';
import type { Variant } from '../db/records.ts';
import { isObject } from '../support/json.ts';
import type { ReplyVisitor, ToolResultPart } from './types.ts';

/** The input of a tool call as an object (source 6); visitors see none of it. */
export function visibleInput(input: unknown, visitor: ReplyVisitor | null): Record<string, unknown> {
  return visitor === null ? asObject(input, 'input') : {};
}

/**
 * The output of a tool call as an object (source 6). Visitors see products of the built-in catalogue as cards, with
 * variants and reasons where the reply shows them (decision 0063), and nothing of any other connection, whatever its tools
 * are called (decision 0036).
 */
export function visibleOutput(
  { fromCatalog, output, shown }: Pick<ToolResultPart, 'fromCatalog' | 'output' | 'shown'>,
  visitor: ReplyVisitor | null,
): Record<string, unknown> {
  if (visitor === null) return asObject(output, 'result');
  if (shown !== undefined) return { products: shown.flatMap((one) => shownCard(one, visitor.imageHosts)) };
  return fromCatalog ? cardsOf(output, visitor.imageHosts) : {};
}

/** Events carry objects; any other value is put under `name`. */
function asObject(value: unknown, name: string): Record<string, unknown> {
  if (isObject(value)) return { ...value };
  return { [name]: value ?? null };
}

function cardsOf(output: unknown, imageHosts: readonly string[]): Record<string, unknown> {
  if (!isObject(output) || !('products' in output || 'product' in output)) return {};
  const { products, product } = output;
  const found = Array.isArray(products) ? products : [product];
  return { products: found.flatMap((one) => productCard(one, imageHosts)) };
}

/** More are not chosen on a card: the product's page has them all. */
const maxVariants = 100;

/** The card of a product that a reply shows, with what the shopper chooses among. */
function shownCard({ product, ...choice }: ShownProduct, imageHosts: readonly string[]): object[] {
  const { min, max } = product.price_range;
  const range = min.amount === max.amount ? {} : { max_price: max };
  const variants = product.variants.slice(0, maxVariants).map(visibleVariant);
  const notices = product.notices?.map(({ image_url: image, ...notice }) =>
    isAllowedImage(image, imageHosts) ? { ...notice, image_url: image } : notice,
  );
  const more = { ...range, variants, ...(notices && { notices }), ...choice };
  return productCard(product, imageHosts).map((card) => ({ ...card, ...more }));
}

function visibleVariant(variant: Variant): object {
  const { id, title, options, price, compare_at_price: before, available } = variant;
  return { id, title, options, price, ...(isReduced(variant) && { compare_at_price: before }), available };
}

/** The card's fields with values of their types; none for a product without id or title. */
function productCard(product: unknown, imageHosts: readonly string[]): object[] {
  if (!isObject(product)) return [];
  const { id, title, available, url, image_url: image } = product;
  if (typeof id !== 'string' || typeof title !== 'string') return [];
  const price = priceOf(product);
  const oldPrice = oldPriceOf(product);
  const card = {
    id,
    title,
    ...(price === undefined ? {} : { price }),
    ...(oldPrice === undefined ? {} : { compare_at_price: oldPrice }),
    ...(typeof available === 'boolean' ? { available } : {}),
    ...(isWebAddress(url) ? { url } : {}),
    ...(isAllowedImage(image, imageHosts) ? { image_url: image } : {}),
  };
  return [card];
}

/** In minor units; the lowest one of a product with variants. */
function priceOf({ price, price_range: range }: Readonly<Record<string, unknown>>): object | undefined {
  return visiblePrice(price ?? (isObject(range) ? range['min'] : undefined));
}

/** Of a summary, else of the variant with the lowest price. */
function oldPriceOf({
  price_range: range,
  variants,
  compare_at_price: old,
}: Readonly<Record<string, unknown>>): object | undefined {
  if (old !== undefined || !Array.isArray(variants) || !isObject(range)) return visiblePrice(old);
  const { min } = range;
  const isLowest = (variant: unknown): variant is Readonly<Record<string, unknown>> =>
    isObject(variant) &&
    isObject(variant['price']) &&
    isObject(min) &&
    variant['price']['amount'] === min['amount'];
  return visiblePrice(variants.find(isLowest)?.['compare_at_price']);
}

function visiblePrice(price: unknown): object | undefined {
  if (!isObject(price)) return undefined;
  const { amount, currency } = price;
  const isCurrency = typeof currency === 'string' && /^[A-Z]{3}$/.test(currency);
  return Number.isSafeInteger(amount) && isCurrency ? { amount, currency } : undefined;
}

function isWebAddress(address: unknown): boolean {
  const protocol = typeof address === 'string' ? URL.parse(address)?.protocol : undefined;
  return protocol === 'https:' || protocol === 'http:';
}

function isAllowedImage(address: unknown, hosts: readonly string[]): boolean {
  if (typeof address !== 'string') return false;
  const url = URL.parse(address);
  return url?.protocol === 'https:' && hosts.includes(url.host);
}
