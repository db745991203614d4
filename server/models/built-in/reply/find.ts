import { wordForm } from '../../../catalog/search/word-forms.ts';
import { phraseFound, type Searched } from '../phrase/list.ts';
import { plainText } from '../phrase/plain-text.ts';
import type { Message } from '../read/message.ts';
import { type Found, pageLength, type Reading, type SearchInput } from '../tool-results.ts';
import { prepared } from '../words/prepared.ts';
import { type Context, type Course, isSameSearch, searchFor, type State } from './state.ts';
import { colorsIn, editedFilters, isForeign, without } from './wishes.ts';

type Search = Course<Searched | undefined>;

/** Searches for what the message changes in the wishes so far, and lists the products. */
export function* find(message: Message, { state: before }: Context): Course {
  const { marks, words, edits, adds, replaces } = message;
  const state = marks.has('overall') && words.length === 0 ? { ...before, search: undefined } : before;
  const relative = edits.find((edit) => edit.type === 'relative')?.to;
  const isStep = relative === 'bigger' || relative === 'smaller';
  const isSized = !isStep || editedFilters(message, state, state.currency).size !== undefined;
  if (!isSized && words.length === 0) return prepared.whichSize;
  const isAny = marks.has('something') || (marks.has('anything') && words.length > 0);
  const isFresh = isAny && relative === undefined;
  const dropped = edits.flatMap((edit) => (edit.type === 'drop' ? edit.words : []));
  const old = isFresh ? [] : without(state.search?.query?.split(' ') ?? [], dropped);
  const thing = old.slice(-1);
  const isSameThing = words.some((word) => wordForm(word) === wordForm(thing[0] ?? ''));
  const isQuestion = message.aspect === 'asksFact' && !isFresh && !replaces;
  let main = words.length > 0 ? words : marks.has('similar') ? thing : old;
  let result = yield* search(main, message, state);
  // Words that no product has start no search of the earlier ones.
  const isKnown = (result?.found.unknown_words.length ?? 0) < words.length;
  if ((isKnown || isQuestion) && thing.length > 0 && !isSameThing && (adds || !replaces)) {
    const both = yield* search([...words, ...old], message, state);
    if (both === undefined) return prepared.unreachable;
    const { products, unknown_words: unknown, unmatched_words: unmatched } = both.found;
    const isOld = products.length > 0 && without([...unknown, ...unmatched], old).length === 0;
    if (isComplete(both.found) || (adds && isOld)) return phraseFound(both);
    if (isQuestion) return prepared.which;
    // "Suede ones" after "leather boots": the old words without their adjectives.
    if (adds && (!replaces || marks.has('one'))) main = [...words, ...thing];
    result = yield* search(main, message, state);
  }
  if (result === undefined) return prepared.unreachable;
  return phraseFound((yield* findNearest(result, main, message, state)) ?? result);
}

/** Where nothing matches: colours and sizes as words ("olive oil soap"), the wishes of this message, or the last word. */
function* findNearest(first: Searched, words: readonly string[], message: Message, state: State): Search {
  const { found, input, currency, notes } = first;
  if (found.products.length > 0 || found.unknown_words.length > 0) return undefined;
  const { color, size, ...filters } = input.filters ?? {};
  const named = [size ?? [], colorsIn({ color }), words].flat();
  const own = editedFilters(message, { ...state, search: undefined }, currency);
  const alone = searchFor(words, { exclude: filters.exclude, ...own }, input.sort);
  const isOwn = message.words.length > 0;
  const thing = words.slice(-1);
  const attempts: readonly (readonly [isTried: boolean, input: SearchInput, note: string])[] = [
    [isOwn && named.length > words.length, searchFor(named, filters, input.sort), ''],
    [isOwn && !isSameSearch(alone, input), alone, prepared.withoutOldWishes],
    [words.length > 1, searchFor(thing, input.filters ?? {}), prepared.partly(plainText(thing.join(), 80))],
  ];
  const tried = attempts.filter(([isTried]) => isTried).slice(0, 2);
  for (const [, nearest, note] of tried) {
    const next = yield { tool: 'search_catalog', input: nearest };
    if (next.type === 'found' && isComplete(next))
      return { input: nearest, found: next, currency, notes: [...notes, note] };
  }
  // The last search is the state of the conversation, and the widget shows its products.
  if (tried.length > 0) yield { tool: 'search_catalog', input };
  return undefined;
}

/** Searches, and again where the price was in another currency than the shop's. Undefined if the catalogue is down. */
function* search(words: readonly string[], message: Message, state: State): Search {
  const isNew = message.words.length > 0 && message.words.join(' ') === words.join(' ');
  const said = message.edits.find((edit) => edit.type === 'sort')?.sort;
  const sort = said ?? (isNew ? undefined : state.search?.sort);
  const inputIn = (money: string): SearchInput =>
    searchFor(words, editedFilters(message, state, money), sort);
  const first = inputIn(state.currency);
  let found = yield { tool: 'search_catalog', input: first };
  const currency = currencyOf(found, state);
  const input = inputIn(currency);
  if (!isSameSearch(input, first)) found = yield { tool: 'search_catalog', input };
  if (found.type !== 'found') return undefined;
  const isOther = message.edits.some((edit) => edit.type === 'price' && isForeign(edit, currency));
  return { input, found, currency, notes: isOther ? [prepared.otherCurrency(currency)] : [] };
}

/** Lists the products of a search, without those that were `listed` before. */
export function* list(input: SearchInput, { state }: Context, listed = 0): Course {
  const found = yield { tool: 'search_catalog', input };
  if (found.type !== 'found') return prepared.unreachable;
  return phraseFound({ input, found, currency: currencyOf(found, state), notes: [] }, listed);
}

const maxLimit = 20;

/** The next page of the last search. */
export function* showMore(context: Context): Course {
  const { search: last, listed, total } = context.state;
  if (last === undefined) return prepared.unclear;
  if (total <= listed) return prepared.noMore(listed);
  if (listed >= maxLimit) return prepared.tooMany(listed, total);
  return yield* list({ ...last, limit: Math.min(maxLimit, listed + pageLength) }, context, listed);
}

/** Whether a search found products for all of its words. */
function isComplete({ products, unknown_words: unknown, unmatched_words: unmatched }: Found): boolean {
  return products.length > 0 && unknown.length + unmatched.length === 0;
}

function currencyOf(reading: Reading, { currency }: State): string {
  if (reading.type !== 'found') return currency;
  return reading.currency ?? reading.products[0]?.price.currency ?? currency;
}
