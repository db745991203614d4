import { createHash } from 'node:crypto';
import { invalidParams, type JsonObject, type SearchRequest } from './protocol.ts';
import { filterVariants, type Presentation, presentProduct } from './present-product.ts';
import { adultsClaim, ageCheck, policiesFor, priceFilterNotice, warningsFor } from './notices.ts';
import {
  featuredVariant,
  isAvailable,
  type ShopProduct,
  shopProducts,
  type ShopVariant,
} from './shop-products.ts';

const defaultLimit = 10;
const maxLimit = 50;
/** A search shows some of a product's variants, and `get_product` shows those of a selection. */
const maxShownVariants = 8;
const fillWords = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'or', 'the', 'to', 'with']);

interface Match {
  readonly product: ShopProduct;
  readonly variants: readonly ShopVariant[];
  readonly score: number;
}

/** `search_catalog`: text and filters, best match first, in pages. Throws `TransportError` for an invalid request. */
export function searchProducts(request: SearchRequest, to: Presentation): JsonObject {
  if (request.query === undefined && Object.keys(request.filters ?? {}).length === 0)
    throw invalidParams('invalid_request', 'A search needs a query or filters.');
  const found = rank(request);
  const isAdult = request.context?.eligibility?.includes(adultsClaim) === true;
  const visible = isAdult ? found : found.filter(({ product }) => product.line.special !== 'adults');
  const needsAgeCheck = to.isCurrent && visible.length < found.length;
  const page = pageOf(visible, request);
  const shown = page.matches.map(({ product, variants }, index) => ({
    path: `$.products[${index}]`,
    product,
    variants: mostRelevant(variants, request.query),
  }));
  const messages = [
    ...priceFilterNotice(request.context, request.filters?.price !== undefined),
    ...warningsFor(shown, to),
    ...(needsAgeCheck ? ageCheck.messages : []),
  ];
  return {
    products: shown.map(({ product, variants }) => presentProduct(product, variants, to)),
    pagination: page.pagination,
    // An empty search is without messages.
    ...(messages.length === 0 ? {} : { messages }),
    ...(to.isCurrent && shown.length > 0 ? { policies: policiesFor(shown, to) } : {}),
    ...(needsAgeCheck ? { actions: ageCheck.actions } : {}),
  };
}

function rank({ query, filters, context }: SearchRequest): Match[] {
  const words = wordsOf(query ?? '').filter((word) => !fillWords.has(word));
  return shopProducts
    .map((product) => ({
      product,
      variants: filterVariants(product, filters, context),
      score: scoreOf(product, words),
    }))
    .filter(({ variants, score }) => variants.length > 0 && (words.length === 0 || score > 0))
    .sort((a, b) => b.score - a.score || a.product.number - b.product.number);
}

/** Words in lower case without a plural's ending. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (word.length > 3 ? word.replace(/(?:es|s)$/u, '') : word));
}

/** Counts title words thrice; 0 if fewer than half of the words are found anywhere. */
function scoreOf(product: ShopProduct, words: readonly string[]): number {
  const title = new Set(wordsOf(product.title));
  const { line } = product;
  const rest = new Set(
    wordsOf([line.category, line.about, ...line.tags, ...Object.values(line.options).flat()].join(' ')),
  );
  const inTitle = words.filter((word) => title.has(word)).length;
  const elsewhere = words.filter((word) => !title.has(word) && rest.has(word)).length;
  return (inTitle + elsewhere) * 2 < words.length ? 0 : inTitle * 3 + elsewhere;
}

/** Variants whose values the query names come first, then those that can be bought. */
function mostRelevant(variants: readonly ShopVariant[], query: string | undefined): ShopVariant[] {
  const words = new Set(wordsOf(query ?? ''));
  const named = ({ choices }: ShopVariant): number =>
    choices.filter(({ label }) => wordsOf(label).every((word) => words.has(word))).length;
  const best = featuredVariant(variants);
  return [...variants]
    .sort(
      (a, b) =>
        named(b) - named(a) ||
        Number(isAvailable(b)) - Number(isAvailable(a)) ||
        Number(b === best) - Number(a === best),
    )
    .slice(0, maxShownVariants);
}

function pageOf(
  matches: readonly Match[],
  request: SearchRequest,
): { matches: readonly Match[]; pagination: JsonObject } {
  const limit = Math.min(request.pagination?.limit ?? defaultLimit, maxLimit);
  const search = digestOf(request);
  const start = offsetOf(request.pagination?.cursor, search);
  const end = start + limit;
  const hasNext = end < matches.length;
  return {
    matches: matches.slice(start, end),
    pagination: {
      has_next_page: hasNext,
      ...(hasNext ? { cursor: Buffer.from(`${end}:${search}`).toString('base64url') } : {}),
      total_count: matches.length,
    },
  };
}

/** A cursor is valid for the search that it came from only. */
function digestOf({ query, filters, context }: SearchRequest): string {
  return createHash('sha256').update(JSON.stringify({ query, filters, context })).digest('hex').slice(0, 12);
}

function offsetOf(cursor: string | undefined, search: string): number {
  if (cursor === undefined) return 0;
  const [offset, digest] = Buffer.from(cursor, 'base64url').toString().split(':');
  if (digest !== search || !/^\d{1,6}$/u.test(offset ?? ''))
    throw invalidParams('invalid_cursor', 'This cursor is not of this search.');
  return Number(offset);
}
