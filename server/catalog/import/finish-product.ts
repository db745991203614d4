import type { Price, Product, Variant } from '../../db/records.ts';
import { truncateText } from '../product.ts';
import { plainText } from './plain-text.ts';
import { RowRejection } from './import-errors.ts';
import { maxOptions, maxTitle, maxVariants, maxVariantText } from './import-limits.ts';

/** A product as it is in a file, before it is validated and completed. Its description may be HTML. */
export type DraftProduct = Pick<
  Product,
  'id' | 'title' | 'description' | 'categories' | 'tags' | 'variants'
> & {
  readonly [Field in 'brand' | 'url' | 'image_url']?: string | undefined;
};

const maxLength = { id: 200, title: maxTitle, description: 10_000, word: 200, words: 100, address: 2_000 };

/**
 * Completes a product: plain text from HTML, price range and stock from its variants, valid addresses. Descriptions
 * are truncated to 10,000 characters. Throws RowRejection with the reason when the product is invalid.
 */
export function finishProduct(draft: DraftProduct): Product {
  const brand = truncateText(draft.brand?.trim() ?? '', maxLength.word);
  const url = webAddress(draft.url);
  const image_url = webAddress(draft.image_url);
  for (const variant of draft.variants) requireSmallVariant(variant);
  const product: Product = {
    id: checkedText('id', draft.id),
    title: checkedText('title', draft.title),
    description: truncateText(plainText(draft.description), maxLength.description),
    ...(brand ? { brand } : {}),
    categories: words(draft.categories),
    tags: words(draft.tags),
    ...(url === undefined ? {} : { url }),
    ...(image_url === undefined ? {} : { image_url }),
    price_range: priceRange(draft.variants.map((variant) => variant.price)),
    available: draft.variants.some((variant) => variant.available),
    variants: draft.variants,
  };
  rejectUnstorable(product);
  return product;
}

/** Splits `Apparel > Clothing > Shirts`. A number alone is a taxonomy id, and is left out. */
export function splitPath(text: string): string[] {
  const steps = text.split('>').map((step) => step.trim());
  return steps.filter((step) => step !== '' && !/^\d+$/.test(step));
}

function requireSmallVariant({ id, title, sku = '', options }: Variant): void {
  const entries = Object.entries(options);
  if (entries.length > maxOptions)
    throw new RowRejection(`it has ${entries.length} options, more than the maximum of ${maxOptions}`);
  if ([id, title, sku, ...entries.flat()].some((text) => text.length > maxVariantText))
    throw new RowRejection(`a text of a variant is longer than ${maxVariantText} characters`);
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsOf(inner)]);
}

/** PostgreSQL rejects NUL in text, and UTF-8 cannot encode an unpaired surrogate. */
function rejectUnstorable(product: Product): void {
  const texts = stringsOf(product);
  if (texts.some((text) => text.includes('\u0000'))) throw new RowRejection('it contains a NUL character');
  if (texts.some((text) => !text.isWellFormed())) throw new RowRejection('it contains an unpaired surrogate');
}

function priceRange(prices: readonly Price[]): Product['price_range'] {
  const [first] = prices;
  if (first === undefined) throw new RowRejection('it has no valid variant');
  if (prices.length > maxVariants)
    throw new RowRejection(`it has ${prices.length} variants, more than the maximum of ${maxVariants}`);
  const other = prices.find((price) => price.currency !== first.currency);
  if (other !== undefined)
    throw new RowRejection(`it is priced in both ${first.currency} and ${other.currency}`);
  return {
    min: prices.reduce((min, price) => (price.amount < min.amount ? price : min)),
    max: prices.reduce((max, price) => (price.amount > max.amount ? price : max)),
  };
}

function words(texts: readonly string[]): string[] {
  const trimmed = texts
    .map((text) => truncateText(text.trim(), maxLength.word))
    .filter((text) => text !== '');
  return [...new Set(trimmed)].slice(0, maxLength.words);
}

/** An absolute http(s) address, or undefined: a product is imported without a broken or overlong address. */
function webAddress(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  if (trimmed.length > maxLength.address) return undefined;
  const absolute = trimmed.startsWith('//') ? `https:${trimmed}` : trimmed;
  const url = URL.canParse(absolute) ? new URL(absolute) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

function checkedText(field: 'id' | 'title', text: string): string {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  if (trimmed === '') throw new RowRejection(`${field} is missing`);
  if (trimmed.length > maxLength[field])
    throw new RowRejection(`${field} is longer than ${maxLength[field]} characters`);
  return trimmed;
}
