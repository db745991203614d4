import { colorsIn } from '../../catalog/search/color-shades.ts';
import { isKindOf } from '../../catalog/search/product-kinds.ts';
import { contentTerms, isRetailWord, isWordless, phrasesIn } from '../../catalog/search/retail-language.ts';
import { termsOf } from '../../catalog/search/terms.ts';
import { listed, plainText } from '../../support/plain-text.ts';
import { inFull, numbered } from './describe.ts';
import { fitOf, type Quantity, quantitiesIn } from './quantities.ts';
import { choiceOf, type Message, readMessage } from './read-message.ts';
import { spokenOf } from './references.ts';
import type { Context, Course, State } from './state.ts';
import {
  type Found,
  type SearchFilters,
  type SearchInput,
  type Summary,
  unreachable,
} from './tool-results.ts';
import { replies } from './words/replies.ts';

const pageLength = 5;
const maxLimit = 20;
const maxClosest = 3;

/** What the catalogue has for a message: the reply that lists it, and the words that the first product does not have. */
export interface Listing {
  readonly reply: string;
  readonly products: readonly Summary[];
  readonly missing: readonly string[];
}

/** Searches for what a message wishes: for all of it, or the last search changed by it; what has all words comes first. */
export function* find(context: Context): Course<Listing> {
  const { message, state } = context;
  const nothing = { products: [], missing: [] };
  let [closest, last]: (Found | undefined)[] = [];
  for (const input of searchesFor(message, state)) {
    const found = yield { tool: 'search_catalog', input };
    if (found.type !== 'found') return { ...nothing, reply: unreachable(found) };
    const { products, shop_says: sentence } = found;
    if (sentence !== undefined) return { products, missing: [], reply: plainText(sentence, 300) };
    // The price may have been read in the minor units of another currency.
    const own = readMessage(message.said, found.currency);
    if (JSON.stringify(own.filters) !== JSON.stringify(message.filters))
      return yield* find({ ...context, message: own, state: { ...state, currency: found.currency } });
    if (products.length > 0 && missingIn(found).length === 0) return listing(found, context);
    if (products.length > 0) closest ??= found;
    last = found;
  }
  if (closest !== undefined) return listing(closest, context);
  const none = `${replies.foundNothing} ${shopHas(last)}${replies.yes}`;
  return { ...nothing, reply: message.marks.has('cheaper') ? replies.nothingCheaper : none };
}

/** The words that matter which the first product does not have: one that neither the shop nor retail knows is a remark. */
function missingIn({ products: [first], unknown_words: unknown }: Found): string[] {
  return (first?.missing_words ?? []).filter((word) => !unknown.includes(word) || isRetailWord(word));
}

/** The searches that are tried; the last for sizes and colours as mere words. */
function searchesFor(message: Message, state: State): SearchInput[] {
  const { said, things, isChange, marks, query, filters } = message;
  const { search } = state;
  const isGeneral = phrasesIn(search?.query ?? '', 'thing').length === 0 || /\b(?:only|just)\b/.test(said);
  // "For him" is whom it was for before.
  const isSame = message.audience === undefined || /^(?:him|her)$/.test(message.audience);
  const audience = isSame ? state.audience : undefined;
  const own = searchFor(
    query,
    { ...(isGeneral && search?.filters), ...filters, ...cheaperThan(message, state) },
    audience,
  );
  const old = things.length === 0 && search !== undefined ? [changed(message, search, state)] : [];
  const isNew = own.query !== undefined && !marks.has('cheaper') && !marks.has('pronoun');
  const all = old.length > 0 && !isNew ? old : isChange ? [...old, own] : [own, ...old];
  // The cheapest of accessories is not what is asked for.
  const sort = marks.has('cheapest') ? { sort: 'price_asc' as const, limit: maxLimit } : {};
  const { color, size, ...rest } = own.filters ?? {};
  const words = [color, own.query, size].filter(Boolean).join(' ');
  const asWords = (color ?? size) === undefined ? [] : [{ ...own, query: words, filters: rest }];
  return [...all.map((input) => ({ ...input, ...sort })), ...asWords];
}

/** The last search with what a message changes in it. */
function changed(message: Message, old: SearchInput, state: State): SearchInput {
  const { query, filters } = message;
  const words = new Set(`${query} ${old.query ?? ''}`.trim().split(' '));
  const exclude = [...new Set([...(old.filters?.exclude ?? []), ...(filters.exclude ?? [])])];
  const all = {
    ...old.filters,
    ...filters,
    ...(exclude.length > 0 && { exclude }),
    ...cheaperThan(message, state),
  };
  return searchFor([...words].join(' '), all);
}

/** "Cheaper" is below the product that is spoken of, or below all that were listed. */
function cheaperThan({ marks, filters: { price } }: Message, state: State): Pick<SearchFilters, 'price'> {
  const amounts = spokenOf(state).map((product) => product.price.amount - 1);
  if (!marks.has('cheaper') || amounts.length === 0) return {};
  return { price: { max: Math.max(0, Math.min(...amounts, price?.max ?? Infinity)) } };
}

/** The colours of a text are filters: a variant must have them together with the size. */
function searchFor(text: string, filters: SearchFilters, audience?: string): SearchInput {
  const isOther = (word: string): boolean => audience === undefined || !/^(?:him|her|them)$/.test(word);
  const words = text.split(' ').filter((word) => colorsIn(word).length === 0 && isOther(word));
  const isEmpty = words.every(isWordless);
  if (audience !== undefined && !words.includes(audience)) words.push('for', audience);
  const all = { ...filters, ...choiceOf(text, filters) };
  const query = isEmpty ? '' : words.join(' ').slice(0, 300);
  return { ...(query && { query }), ...(Object.keys(all).length > 0 && { filters: all }), limit: pageLength };
}

/** The next page of the last search. */
export function* showMore({ state: { search, total } }: Context): Course {
  if (search === undefined) return replies.unclear;
  const { limit: shown } = search;
  if (total <= shown || shown >= maxLimit) return replies.noMore;
  const input = { ...search, limit: Math.min(maxLimit, shown + pageLength) };
  const found = yield { tool: 'search_catalog', input };
  if (found.type !== 'found') return unreachable(found);
  const rest = found.products.slice(shown);
  return rest.length === 0
    ? replies.noMore
    : `${numbered(rest)}${sayMore(found.total - shown - rest.length)}`;
}

function sayMore(rest: number): string {
  return rest > 0 ? `\n\nSay “more” for ${rest === 1 ? 'one more' : `${rest} more`}.` : '';
}

/** Of the products that lack the fewest words, those of the kind that was named, and what fits ages and measures. */
function closestOf({ products }: Found, { things }: Message, quantities: readonly Quantity[]): Summary[] {
  const least = Math.min(...products.map(({ missing_words: missing }) => missing.length));
  const all = products.filter(({ missing_words: missing }) => missing.length === least);
  const kind = all.filter(({ title }) => things.some((thing) => isKindOf(title, thing)));
  const fits = new Map(
    (kind.length > 0 ? kind : all).map((product) => [
      product,
      quantities.reduce((sum, quantity) => sum + fitOf(product.description, quantity), 0),
    ]),
  );
  const min = Math.min(0, Math.max(...fits.values()));
  const sorted = [...fits].toSorted(([, left], [, right]) => right - left);
  return sorted.flatMap(([product, fit]) => (fit >= min ? product : []));
}

function listing(found: Found, { message, state }: Context): Listing {
  const { did_you_mean: [similar] = [], fit } = found;
  const missing = missingIn(found);
  const isFound = missing.length === 0;
  const fitting = closestOf(found, message, [...quantitiesIn(message.said), ...state.ages]);
  const products = fitting.slice(0, isFound ? pageLength : maxClosest);
  const instead = similar?.instead.map((word) => `“${plainText(word, 40)}”`).join(' or ');
  const meant = instead === undefined || !isFound ? '' : `Did you mean ${instead}? `;
  const [only, another] = products;
  const about = only === undefined || another !== undefined ? '' : `\n\n${inFull(only)}`;
  const lines = about === '' ? numbered(products, message.query) : `${numbered(products)}${about}`.trim();
  const total = fit === 'all_words' ? Math.max(found.total, products.length) : products.length;
  const isFar = missing.flatMap(termsOf).length * 2 >= contentTerms(message.query).length;
  const closest = `${isFar ? `${replies.noMatch} ` : ''}${replies.closest}`;
  const opening = isFound ? `I found ${total === 1 ? 'one' : total}:` : closest;
  const isAll =
    message.query === '' && Object.keys(message.filters).length === 0 && !message.marks.has('cheaper');
  const safety = message.marks.has('safety') ? `\n\n${replies.safety} ${replies.check()}.` : '';
  const more = sayMore(isFound ? total - products.length : 0);
  const reply = `${isAll ? shopHas(found) : ''}${meant}${opening}\n\n${lines}${more}${safety}`;
  return { reply, products, missing };
}

/** What the shop sells. */
function shopHas(found: Found | undefined): string {
  const names = found?.categories?.map(({ name }) => name) ?? [];
  return names.length === 0 ? '' : `It has ${listed(names, 10)}. `;
}
