import type { Price, Product, Variant } from '../../db/records.ts';
import { truncateText } from '../product.ts';
import { plainText } from './plain-text.ts';
import { Refusal } from './import-errors.ts';

/** A product as a file tells it, before it is checked and completed. */
export interface DraftProduct {
  readonly id: string;
  readonly title: string;
  /** May be HTML. */
  readonly description: string;
  readonly brand?: string | undefined;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly url?: string | undefined;
  readonly imageUrl?: string | undefined;
  readonly variants: readonly Variant[];
}

const longest = { id: 200, title: 500, description: 10_000, word: 200, words: 100 };

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...stringsOf(inner)]);
}

/** Databases refuse NUL in text, and JSON cannot carry half a surrogate pair over the wire. */
function refuseUnstorable(product: Product): void {
  const texts = stringsOf(product);
  if (texts.some((text) => text.includes('\u0000'))) throw new Refusal('it contains a NUL character');
  if (texts.some((text) => !text.isWellFormed())) throw new Refusal('it contains half of a surrogate pair');
}

function priceRange(prices: readonly Price[]): Product['price_range'] {
  const [first] = prices;
  if (first === undefined) throw new Refusal('it has no variant that can be taken');
  const other = prices.find((price) => price.currency !== first.currency);
  if (other !== undefined) throw new Refusal(`it is priced in both ${first.currency} and ${other.currency}`);
  const byAmount = (a: Price, b: Price): number => a.amount - b.amount;
  const sorted = [...prices].sort(byAmount);
  return { min: sorted[0] ?? first, max: sorted.at(-1) ?? first };
}

function words(texts: readonly string[]): string[] {
  const trimmed = texts.map((text) => truncateText(text.trim(), longest.word)).filter((text) => text !== '');
  return [...new Set(trimmed)].slice(0, longest.words);
}

/** An absolute http(s) address, or nothing: a product is worth having without its picture. */
function webAddress(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  const whole = trimmed.startsWith('//') ? `https:${trimmed}` : trimmed;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}

function checkedText(field: 'id' | 'title', text: string): string {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  if (trimmed === '') throw new Refusal(`${field} is missing`);
  if (trimmed.length > longest[field])
    throw new Refusal(`${field} is longer than ${longest[field]} characters`);
  return trimmed;
}

/**
 * Completes a product: plain text from HTML, price range and stock from its variants, addresses checked. Descriptions
 * are cut at 10,000 characters. Throws a Refusal that says what keeps it from being taken.
 */
export function finishProduct(draft: DraftProduct): Product {
  const brand = draft.brand?.trim();
  const url = webAddress(draft.url);
  const imageUrl = webAddress(draft.imageUrl);
  const product: Product = {
    id: checkedText('id', draft.id),
    title: checkedText('title', draft.title),
    description: truncateText(plainText(draft.description), longest.description),
    ...(brand ? { brand } : {}),
    categories: words(draft.categories),
    tags: words(draft.tags),
    ...(url === undefined ? {} : { url }),
    ...(imageUrl === undefined ? {} : { image_url: imageUrl }),
    price_range: priceRange(draft.variants.map((variant) => variant.price)),
    available: draft.variants.some((variant) => variant.available),
    variants: draft.variants,
  };
  refuseUnstorable(product);
  return product;
}

/** `Apparel > Clothing > Shirts` as its steps. A bare number is an id of the taxonomy and names nothing. */
export function splitPath(text: string): string[] {
  const steps = text.split('>').map((step) => step.trim());
  return steps.filter((step) => step !== '' && !/^\d+$/.test(step));
}
