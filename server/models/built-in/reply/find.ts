import { wordForm } from '../../../catalog/search/word-forms.ts';
import { phraseList, phraseNothing } from '../phrase/list.ts';
import { plainText } from '../phrase/plain-text.ts';
import type { Message } from '../read/message.ts';
import type { Found, Reading, SearchFilters, SearchInput } from '../tool-results.ts';
import { prepared } from '../words/prepared.ts';
import { type Context, type Course, isSameSearch, pageLength, tidy, understoodInput } from './state.ts';
import { colorsIn, editedFilters, isForeign, without } from './wishes.ts';

/** A search and its result, and what the reply says before the list. */
interface Searched {
  readonly input: SearchInput;
  readonly found: Found;
  readonly notes: readonly string[];
}

type Filters = (currency: string) => SearchFilters;

/** Searches for what the message changes in the wishes so far, and lists the products. */
export function* find(message: Message, { state: before, ...rest }: Context): Course {
  const { marks, words, edits, adds, replaces } = message;
  const state = marks.has('overall') && words.length === 0 ? { ...before, search: undefined } : before;
  const context = { ...rest, state };
  const relative = edits.find((edit) => edit.type === 'relative')?.to;
  const filters: Filters = (currency) => editedFilters(message, state, currency);
  if (/^(?:bigger|smaller)$/.test(relative ?? '') && filters('').size === undefined)
    return prepared.whichSize;
  const isFresh =
    relative === undefined && (marks.has('something') || (marks.has('anything') && words.length > 0));
  const dropped = edits.flatMap((edit) => (edit.type === 'drop' ? edit.words : []));
  const old = isFresh ? [] : without(state.search?.query?.split(' ') ?? [], dropped);
  const thing = old.slice(-1);
  const isSameThing = words.some((word) => wordForm(word) === wordForm(thing[0] ?? ''));
  let main = words.length === 0 ? old : words;
  if (words.length > 0 && thing.length > 0 && !isSameThing && (adds || !replaces)) {
    const both = yield* search([...words, ...old], filters, message, context);
    if (both === undefined || isComplete(both.found)) return phraseFound(both, context);
    // "suede ones" after "leather boots": the old words without their adjectives.
    const isKnown = words.some((word) => !both.found.unknown_words.includes(word));
    if (adds && isKnown && (!replaces || marks.has('one'))) main = [...words, ...thing];
  }
  const first = yield* search(main, filters, message, context);
  const nearest = first === undefined ? undefined : yield* findNearest(first, main, message, context);
  return phraseFound(nearest ?? first, context);
}

/** Where nothing matches: colours and sizes as words ("olive oil soap"), and then the wishes of this message alone. */
function* findNearest(
  first: Searched,
  words: readonly string[],
  message: Message,
  context: Context,
): Course<Searched | undefined> {
  const { found, input } = first;
  if (found.products.length > 0 || message.words.length === 0 || found.unknown_words.length > 0)
    return undefined;
  const { color, size, ...others } = input.filters ?? {};
  const { exclude } = others;
  const state = { ...context.state, search: tidy({ filters: { exclude }, limit: pageLength }) };
  const named = yield* search([size ?? '', ...colorsIn({ color }), ...words], () => others, message, context);
  if (named !== undefined && isComplete(named.found)) return named;
  const alone = yield* search(words, (currency) => editedFilters(message, state, currency), message, context);
  if (alone === undefined || !isComplete(alone.found)) return undefined;
  return { ...alone, notes: [...alone.notes, prepared.withoutOldWishes] };
}

/** Searches, and again where the price was in another currency than the shop's. Undefined if the catalogue is down. */
function* search(
  words: readonly string[],
  filters: Filters,
  message: Message,
  context: Context,
): Course<Searched | undefined> {
  const { state } = context;
  const isNew = message.words.length > 0 && message.words.join(' ') === words.join(' ');
  const isCheaper = message.edits.some((edit) => edit.type === 'relative' && edit.to === 'cheaper');
  const kept = isCheaper && state.shown.length === 0 ? 'price_asc' : isNew ? undefined : state.search?.sort;
  const sort = message.edits.find((edit) => edit.type === 'sort')?.sort ?? kept;
  const query = words.join(' ');
  const first = tidy({ query, filters: filters(state.currency), sort, limit: pageLength });
  let found = yield { tool: 'search_catalog', input: first };
  const currency = currencyOf(found, context);
  const input = tidy({ query, filters: filters(currency), sort, limit: pageLength });
  if (!isSameSearch(input, first)) found = yield { tool: 'search_catalog', input };
  const isOther = message.edits.some((edit) => edit.type === 'price' && isForeign(edit, currency));
  return found.type === 'found'
    ? { input, found, notes: isOther ? [prepared.otherCurrency(currency)] : [] }
    : undefined;
}

/** Lists all products of a search. */
export function* list(input: SearchInput, context: Context): Course {
  const found = yield { tool: 'search_catalog', input };
  return phraseFound(found.type === 'found' ? { input, found, notes: [] } : undefined, context);
}

const maxLimit = 20;

/** The next page of the last search. */
export function* showMore(context: Context): Course {
  const { search: last, listed, total } = context.state;
  if (context.tools.search_catalog === undefined) return prepared.cannotSearch;
  if (last === undefined) return prepared.unclear;
  if (total <= listed) return prepared.noMore(listed);
  if (listed >= maxLimit) return prepared.tooMany(listed, total);
  const input = { ...last, limit: Math.min(maxLimit, listed + pageLength) };
  const found = yield { tool: 'search_catalog', input };
  if (found.type !== 'found') return prepared.unreachable;
  return phraseList({
    page: found.products.slice(listed),
    before: listed,
    total: found.total,
    input,
    currency: currencyOf(found, context),
    notes: [],
  });
}

/** Whether a search found products for all of its words. */
function isComplete({ products, unknown_words: unknown, unmatched_words: unmatched }: Found): boolean {
  return products.length > 0 && unknown.length + unmatched.length === 0;
}

function currencyOf(reading: Reading, { state }: Context): string {
  const found = reading.type === 'found' ? reading : undefined;
  return found?.currency ?? found?.products[0]?.price.currency ?? state.currency;
}

/** A list, that nothing matches, or that the product is not understood. */
function phraseFound(searched: Searched | undefined, context: Context): string {
  if (searched === undefined) return prepared.unreachable;
  const { input, found, notes } = searched;
  const currency = currencyOf(found, context);
  const understood = understoodInput(input, found);
  const { products, unknown_words: unknown, unmatched_words: unmatched } = found;
  const isUnderstood = unknown.length === 0 && (input.query === undefined || understood.query !== undefined);
  if (products.length === 0)
    return isUnderstood ? [...notes, phraseNothing(understood, currency)].join(' ') : prepared.notFound;
  const similar = found.did_you_mean
    .slice(0, 1)
    .map(({ instead }) => prepared.didYouMean(instead.map((word) => plainText(word, 40))));
  const isPartly = unknown.length + unmatched.length > 0;
  const partly = isPartly ? [prepared.partly(plainText(understood.query ?? '', 80))] : [];
  const mentioned = found.only_mentioned ? [prepared.onlyMentioned] : [];
  const total = Math.max(found.total, products.length);
  const page = products.slice(0, pageLength);
  return phraseList({
    page,
    before: 0,
    total,
    input: understood,
    currency,
    notes: [...notes, ...similar, ...partly, ...mentioned],
  });
}
