import { isPlural, singular, wordForm } from '../../../catalog/search/word-forms.ts';
import { phraseList, phraseNothing } from '../phrase/list.ts';
import { prepared } from '../phrase/prepared.ts';
import { isSameSearch, type SearchInput, tidySearchInput } from '../search-input.ts';
import type { Found } from '../tool-results.ts';
import { isFactWord } from '../understand/fact-words.ts';
import type { Meaning } from '../understand/meaning.ts';
import type { Context, Course } from './course.ts';
import { planFilters, planPrice, sizeBeside, withoutSoft } from './plan.ts';
import { pageLength, understoodInput } from './state.ts';

/** Whether a message says anything that changes or begins a search. */
export function isWish(meaning: Meaning): boolean {
  const { words, colors, excluded, lifted, dropped, inStock, onSale, ...others } = meaning;
  const { size, price, sort, relative } = others;
  const lists = [words, colors, excluded, lifted, dropped];
  return (
    inStock ||
    onSale ||
    lists.some(({ length }) => length > 0) ||
    [size, price, sort, relative].some((each) => each !== undefined)
  );
}

/** Searches for what the message adds to the wishes so far, and lists the products; for "shoes and bags" twice. */
export function* find(meaning: Meaning, context: Context): Course {
  const sides = meaning.sides.slice(0, 2);
  if (sides.length < 2 || !sides.every((side) => isPlural(side.at(-1) ?? '')))
    return yield* findOne(meaning, context);
  const texts: string[] = [];
  for (const words of sides)
    texts.push(
      yield* findOne({ ...meaning, words, thingLength: words.length, replaces: true, adds: false }, context),
    );
  return texts.join('\n\n');
}

function* findOne(meaning: Meaning, before: Context): Course {
  const context = meaning.isOverall ? { ...before, state: { ...before.state, search: undefined } } : before;
  const { state } = context;
  if (meaning.relative === 'bigger' || meaning.relative === 'smaller') {
    const size = sizeBeside(meaning, state);
    return size === undefined
      ? prepared.whichSize
      : yield* findOne({ ...meaning, relative: undefined, size: { size, isWord: false } }, context);
  }
  const filters = planFilters(meaning, state);
  const sort =
    meaning.sort ??
    (meaning.relative === 'cheaper' && state.shown.length === 0 ? 'price_asc' : state.search?.input.sort);
  const old =
    meaning.isFresh && meaning.relative === undefined ? '' : keptQuery(meaning, state.search?.input.query);
  const base = {
    filters,
    sort: meaning.words.length > 0 && meaning.sort === undefined ? undefined : sort,
    limit: pageLength,
  };
  if (meaning.words.length === 0) {
    return yield* listWish(tidySearchInput({ ...base, query: old }), meaning, context);
  }
  const words = queryOf(meaning.words);
  const isSameThing = meaning.words.some((word) => wordForm(word) === wordForm(old.split(' ').at(-1) ?? ''));
  if (old !== '' && !isSameThing && (meaning.adds || !meaning.replaces)) {
    const both = tidySearchInput({ ...base, query: `${words} ${old}`, sort });
    const found = yield { tool: 'search_catalog', input: both };
    const isKnown = found.type === 'found' && found.unknown_words.length + found.unmatched_words.length === 0;
    if (isKnown && (meaning.hasOnes || found.products.length > 0))
      return yield* listWish(both, meaning, context, found);
    if (meaning.words.some(isFactWord) && !meaning.replaces && !isKnown && state.shown.length > 1)
      return prepared.which;
    // "suede ones" after "leather boots": the old words without their adjectives.
    const product = { ...both, query: `${words} ${old.split(' ').at(-1) ?? ''}` };
    if (meaning.adds && !(meaning.replaces && !meaning.hasOnes))
      return yield* listWish(product, meaning, context);
  }
  return yield* listWish(tidySearchInput({ ...base, query: words }), meaning, context);
}

/** Lists everything that a search finds. */
export function* list(input: SearchInput, context: Context): Course {
  const found = yield { tool: 'search_catalog', input };
  return found.type === 'found' ? phraseFound(input, found, context) : prepared.unreachable;
}

/** The next page of the last search. */
export function* showMore(context: Context): Course {
  const { search } = context.state;
  if (context.tools.search_catalog === undefined) return prepared.cannotSearch;
  if (search === undefined) return prepared.unclear;
  if (search.total <= search.seen.length) return prepared.noMore(search.seen.length);
  if (search.seen.length >= maxLimit) return prepared.tooMany(search.seen.length, search.total);
  const input = { ...search.input, limit: Math.min(maxLimit, search.seen.length + pageLength) };
  const found = yield { tool: 'search_catalog', input };
  if (found.type !== 'found') return prepared.unreachable;
  const page = found.products
    .filter(({ id }) => search.seen.every((each) => each.id !== id))
    .slice(0, pageLength);
  if (page.length === 0) return prepared.noMore(search.seen.length);
  return phraseList({
    page,
    before: search.seen.length,
    total: found.total,
    input,
    currency: currencyOf(found, context),
    notes: [],
  });
}

const maxLimit = 20;

function isGift(word: string): boolean {
  return /^(?:gift|present)s?$/.test(word);
}

/** A gift may be anything: its word is the first one that a search drops. */
function queryOf(words: readonly string[]): string {
  return [...words.filter(isGift), ...words.filter((word) => !isGift(word))].join(' ');
}

function keptQuery({ dropped }: Meaning, query = ''): string {
  return query
    .split(' ')
    .filter((word) => !dropped.some((each) => singular(each) === singular(word)))
    .join(' ');
}

function isComplete({ products, unknown_words: unknown, unmatched_words: unmatched }: Found): boolean {
  return products.length > 0 && unknown.length + unmatched.length === 0;
}

/** Searches, and again where the first search used the wrong currency, a colour that is a material, or old wishes. */
function* listWish(first: SearchInput, meaning: Meaning, context: Context, known?: Found): Course {
  const { state } = context;
  const result = known ?? (yield { tool: 'search_catalog', input: first });
  if (result.type !== 'found') return prepared.unreachable;
  const notes: string[] = [];
  let [input, found] = [first, result];
  const again = planPrice(input, meaning, state, currencyOf(found, context));
  if (again.note !== undefined) notes.push(again.note);
  if (!isSameSearch(again.input, input)) {
    const next = yield { tool: 'search_catalog', input: again.input };
    if (next.type !== 'found') return prepared.unreachable;
    [input, found] = [again.input, next];
  }
  const remark = withoutRemark(input, found, meaning, context);
  const alternatives = [
    { input: withSoldOut(input, meaning), note: prepared.soldOut },
    { input: anyGift(input, found), note: undefined },
    { input: remark, note: undefined },
    { input: withoutSoft(input, meaning), note: undefined },
    { input: withoutOldWishes(input, meaning, context), note: prepared.withoutOldWishes },
    { input: withoutAdjectives(remark ?? input, meaning), note: prepared.partly(lastWord(remark ?? input)) },
  ];
  for (const other of alternatives) {
    if (found.products.length > 0 || other.input === undefined || isSameSearch(other.input, input)) continue;
    const next = yield { tool: 'search_catalog', input: other.input };
    if (next.type !== 'found' || !isComplete(next)) continue;
    [input, found] = [other.input, next];
    if (other.note !== undefined) notes.push(other.note);
  }
  return phraseFound(input, found, context, notes, meaning);
}

function withSoldOut(input: SearchInput, { inStock }: Meaning): SearchInput | undefined {
  const { in_stock: _inStock, ...filters } = input.filters ?? {};
  return inStock ? tidySearchInput({ ...input, filters }) : undefined;
}

/** The same wishes for the product without its adjectives: for a tent, if no family tent matches. */
function withoutAdjectives(input: SearchInput, { words }: Meaning): SearchInput | undefined {
  return words.length === 0 || input.filters === undefined ? undefined : { ...input, query: lastWord(input) };
}

function lastWord({ query = '' }: SearchInput): string {
  return query.split(' ').at(-1) ?? '';
}

/** The last search with new wishes, if the words are only a remark: "that's bonkers, I have 300". */
function withoutRemark(
  input: SearchInput,
  found: Found,
  meaning: Meaning,
  { state }: Context,
): SearchInput | undefined {
  const query = state.search?.input.query;
  const { words, replaces, price, size, colors, excluded, relative } = meaning;
  const isWished =
    [price, size, relative].some((each) => each !== undefined) || colors.length + excluded.length > 0;
  const isUnknown = words.every((word) => found.unknown_words.includes(word));
  return query !== undefined && isWished && isUnknown && !replaces
    ? tidySearchInput({ ...input, query })
    : undefined;
}

/** Any product may be a gift, if none is called so. */
function anyGift(
  { query = '', ...rest }: SearchInput,
  { unknown_words: unknown }: Found,
): SearchInput | undefined {
  const words = query.split(' ');
  return words.some(isGift) && words.every((word) => unknown.includes(word)) ? rest : undefined;
}

/** The wishes of this message alone, for a search for another product. */
function withoutOldWishes(input: SearchInput, meaning: Meaning, { state }: Context): SearchInput | undefined {
  if (meaning.words.length === 0 || state.search?.input.filters === undefined) return undefined;
  const filters = planFilters(meaning, { ...state, search: undefined });
  const exclude = input.filters?.exclude;
  return tidySearchInput({ ...input, filters: exclude === undefined ? filters : { ...filters, exclude } });
}

function currencyOf(found: Found, { state }: Context): string {
  return found.currency ?? found.products[0]?.price.currency ?? state.currency;
}

function phraseFound(
  input: SearchInput,
  found: Found,
  context: Context,
  notes: readonly string[] = [],
  meaning?: Pick<Meaning, 'thingLength'>,
): string {
  const currency = currencyOf(found, context);
  const understood = understoodInput(input, found);
  if (isNotUnderstood(input, found, meaning?.thingLength)) return prepared.notFound;
  if (found.products.length === 0) return [...notes, phraseNothing(understood, currency)].join(' ');
  const page = found.products.slice(0, pageLength);
  const all = [...notes, ...wordNotes(found, understood)];
  return phraseList({
    page,
    before: 0,
    total: Math.max(found.total, page.length),
    input: understood,
    currency,
    notes: all,
  });
}

/**
 * Whether the word that says what the product is has no match, or most words have none. In "jackets mate" the plural says
 * what it is.
 */
function isNotUnderstood(
  { query }: SearchInput,
  { unknown_words: unknown, unmatched_words: unmatched, products }: Found,
  thingLength = 1,
): boolean {
  const words = query?.split(' ') ?? [];
  const known = words.filter((word) => !unknown.includes(word) && !unmatched.includes(word));
  if (words.length === 0) return false;
  if (known.length === 0 || (products.length === 0 && unknown.length > 0)) return true;
  const plural = known.some((word) => isPlural(word) && words.slice(-thingLength).includes(word));
  return unknown.length > known.length || (!known.includes(words.at(-1) ?? '') && !plural);
}

function wordNotes(found: Found, { query = '' }: SearchInput): string[] {
  const {
    unknown_words: unknown,
    unmatched_words: unmatched,
    did_you_mean: similar,
    only_mentioned: isMentioned,
  } = found;
  return [
    ...similar.slice(0, 1).map(({ instead }) => prepared.didYouMean(instead)),
    ...(unknown.length + unmatched.length > 0 && query !== '' ? [prepared.partly(query)] : []),
    ...(isMentioned ? [prepared.onlyMentioned] : []),
  ];
}
