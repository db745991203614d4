import { mentions } from '../../catalog/search/closest-title.ts';
import { colorsIn } from '../../catalog/search/color-shades.ts';
import { isKindOf } from '../../catalog/search/product-kinds.ts';
import {
  contentTerms,
  isRetailWord,
  isWordless,
  phrasesIn,
  retailLanguage,
} from '../../catalog/search/retail-language.ts';
import { termOf, termsOf } from '../../catalog/search/terms.ts';
import { listed, plainText } from '../../support/plain-text.ts';
import { inFull, numbered } from './describe.ts';
import { choiceOf, type Message, readMessage } from './read-message.ts';
import { spokenOf } from './references.ts';
import type { Context, Course, State } from './state.ts';
import { fitOf, type Quantity, quantitiesIn } from './quantities.ts';
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
  let closest: Found | undefined;
  let nothing: Found | undefined;
  for (const input of searchesFor(message, state)) {
    const found = yield { tool: 'search_catalog', input };
    if (found.type !== 'found') return { reply: unreachable(found), products: [], missing: [] };
    if (found.shop_says !== undefined)
      return { reply: plainText(found.shop_says, 300), products: found.products, missing: [] };
    // The price may have been read in the minor units of another currency.
    const own = readMessage(message.said, found.currency);
    if (JSON.stringify(own.filters) !== JSON.stringify(message.filters))
      return yield* find({ ...context, message: own, state: { ...state, currency: found.currency } });
    if (found.products.length > 0 && missingIn(found).length === 0)
      return listing(found, message, state.ages);
    if (found.products.length > 0) closest ??= found;
    else nothing ??= found;
  }
  if (closest !== undefined) return listing(closest, message, state.ages);
  const reply = message.marks.has('cheaper')
    ? replies.nothingCheaper
    : `${replies.foundNothing} ${shopHas(nothing)}${replies.yes}`;
  return { reply, products: [], missing: [] };
}

/** The words that matter which the first product does not have: one that neither the shop nor retail knows is a remark. */
function missingIn({ products, unknown_words: unknown }: Found): string[] {
  const [first] = products;
  return (first?.missing_words ?? []).filter((word) => !unknown.includes(word) || isRetailWord(word));
}

/** The searches that are tried; the last for sizes and colours as mere words. */
function searchesFor(message: Message, state: State): SearchInput[] {
  const { said, things, isChange, marks, query, filters } = message;
  const { search } = state;
  const cheaper = cheaperThan(message, state);
  const isGeneral = search !== undefined && phrasesIn(search.query ?? '', 'thing').length === 0;
  const kept = isGeneral || /\b(?:only|just)\b/.test(said) ? search?.filters : {};
  const audience =
    message.audience === undefined || /^(?:him|her)$/.test(message.audience) ? state.audience : undefined;
  const own = searchFor(query, { ...kept, ...filters, ...cheaper }, audience);
  const isNew = own.query !== undefined || search === undefined;
  const old = things.length === 0 && search !== undefined ? [changed(message, search, state)] : [];
  const isOnlyOld = old.length > 0 && (marks.has('cheaper') || marks.has('pronoun') || !isNew);
  const all = isOnlyOld ? old : isChange ? [...old, own] : [own, ...old];
  // The cheapest of accessories is not what is asked for.
  const sort = marks.has('cheapest') ? { sort: 'price_asc' as const, limit: maxLimit } : {};
  const { color, size, ...rest } = all[0]?.filters ?? {};
  const words = [color, all[0]?.query, size].filter(Boolean).join(' ');
  const asWords = (color ?? size) === undefined ? [] : [{ ...own, query: words, filters: rest }];
  const onSale = marks.has('onSale') ? [{ filters, limit: pageLength }] : [];
  return [...all.map((input) => ({ ...input, ...sort })), ...asWords, ...onSale];
}

/** The last search with what a message changes in it. */
function changed(message: Message, old: SearchInput, state: State): SearchInput {
  const { query, filters } = message;
  const { exclude: unwanted = [], ...before } = old.filters ?? {};
  const words = new Set(`${query} ${old.query ?? ''}`.trim().split(' '));
  const exclude = [...new Set([...unwanted, ...(filters.exclude ?? [])])];
  const all = {
    ...before,
    ...filters,
    ...(exclude.length > 0 && { exclude }),
    ...cheaperThan(message, state),
  };
  return searchFor([...words].join(' '), all);
}

/** "Cheaper" is below the product that is spoken of, or below all that were listed. */
function cheaperThan({ marks, filters }: Message, state: State): Pick<SearchFilters, 'price'> {
  const said = filters.price?.max;
  const amounts = spokenOf(state).map(({ price }) => price.amount);
  if (!marks.has('cheaper') || amounts.length === 0) return {};
  return { price: { max: Math.max(0, Math.min(...amounts.map((amount) => amount - 1), said ?? Infinity)) } };
}

/** The colours of a text are filters: a variant must have them together with the size. */
function searchFor(text: string, filters: SearchFilters, audience?: string): SearchInput {
  // "For him" is whom it was for before.
  const isSaid = (word: string): boolean => audience !== undefined && /^(?:him|her|them)$/.test(word);
  const words = text.split(' ').filter((word) => colorsIn(word).length === 0 && !isSaid(word));
  const isEmpty = words.every(isWordless);
  if (audience !== undefined && !words.includes(audience)) words.push('for', audience);
  const all = { ...filters, ...choiceOf({ filters, query: text }) };
  const query = isEmpty ? '' : words.join(' ').slice(0, 300);
  return { ...(query && { query }), ...(Object.keys(all).length > 0 && { filters: all }), limit: pageLength };
}

/** The next page of the last search. */
export function* showMore({ state: { search, total } }: Context): Course {
  if (search === undefined) return replies.unclear;
  const shown = search.limit;
  if (total <= shown || shown >= maxLimit) return replies.noMore;
  const limit = Math.min(maxLimit, shown + pageLength);
  const found = yield { tool: 'search_catalog', input: { ...search, limit } };
  if (found.type !== 'found') return unreachable(found);
  const rest = found.products.slice(shown);
  return rest.length === 0
    ? replies.noMore
    : `${numbered(rest, [])}${sayMore(found.total - shown - rest.length)}`;
}

function sayMore(rest: number): string {
  return rest > 0 ? `\n\nSay “more” for ${rest === 1 ? 'one more' : `${rest} more`}.` : '';
}

/** What fits the ages and measures that were said comes first, and what does not is left out where anything else is there. */
function fittingOf(products: readonly Summary[], quantities: readonly Quantity[]): Summary[] {
  const scored = products.map((product) => ({
    product,
    fit: quantities.reduce((sum, quantity) => sum + fitOf(product.description, quantity), 0),
  }));
  const best = Math.max(...scored.map(({ fit }) => fit));
  const kept = scored.filter(({ fit }) => fit >= Math.min(0, best));
  return kept.toSorted((left, right) => right.fit - left.fit).map(({ product }) => product);
}

function listing(found: Found, message: Message, ages: readonly Quantity[]): Listing {
  const { did_you_mean: [similar] = [], fit } = found;
  const missing = missingIn(found);
  const isFound = missing.length === 0;
  const least = Math.min(...found.products.map(({ missing_words: own }) => own.length));
  const all = found.products.filter(({ missing_words: own }) => own.length === least);
  const ofKind = all.filter(({ title }) =>
    message.things.some((thing) => isKindOf(title, thing, retailLanguage().lexicon)),
  );
  const like = ofKind.length > 0 ? ofKind : all;
  const fitting = fittingOf(like, [...quantitiesIn(message.said), ...ages]);
  const products = fitting.slice(0, isFound ? pageLength : maxClosest);
  const instead = (similar?.instead ?? []).filter((word) =>
    products.some(({ title }) => mentions(title, termOf(word.toLowerCase()))),
  );
  const meant =
    instead.length === 0
      ? ''
      : `Did you mean ${instead.map((word) => `“${plainText(word, 40)}”`).join(' or ')}? `;
  const [only] = products;
  const isOne = products.length === 1 && only !== undefined;
  const lines = isOne
    ? `${numbered(products, [])}\n\n${inFull(only)}`.trim()
    : numbered(products, [message.query]);
  const total = fit === 'all_words' ? Math.max(found.total, products.length) : products.length;
  const isFar = missing.flatMap(termsOf).length * 2 >= contentTerms(message.query).length;
  const closest = isFar ? `${replies.noMatch} ${replies.closest}` : replies.closest;
  const opening = isFound ? `I found ${total === 1 ? 'one' : total}:` : closest;
  const isAll =
    message.query === '' && Object.keys(message.filters).length === 0 && !message.marks.has('cheaper');
  const safety = message.marks.has('safety') ? `\n\n${replies.safety} ${replies.check()}.` : '';
  const reply = `${isAll ? shopHas(found) : ''}${meant}${opening}\n\n${lines}${sayMore(isFound ? total - products.length : 0)}${safety}`;
  return { reply, products, missing };
}

/** What the shop sells. */
function shopHas(found: Found | undefined): string {
  const names = found?.categories?.map(({ name }) => name) ?? [];
  return names.length === 0 ? '' : `It has ${listed(names, 10)}. `;
}
