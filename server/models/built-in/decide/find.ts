import { singular, wordForm } from '../../../catalog/search/word-forms.ts';
import { phraseList } from '../phrase/list.ts';
import { prepared } from '../words/prepared.ts';
import { isSameSearch, type SearchInput, tidySearchInput } from '../search-input.ts';
import type { Found } from '../tool-results.ts';
import type { Meaning } from '../understand/meaning.ts';
import type { Context, Course } from './course.ts';
import { currencyOf, isComplete, phraseFound } from './found.ts';
import { planFilters, planPrice, sizeBeside } from './plan.ts';
import { pageLength } from './state.ts';

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

/** Searches for what the message adds to the wishes so far, and lists the products. */
export function* find(meaning: Meaning, before: Context): Course {
  const context = meaning.isOverall ? { ...before, state: { ...before.state, search: undefined } } : before;
  const { state } = context;
  if (meaning.relative === 'bigger' || meaning.relative === 'smaller') {
    const size = sizeBeside(meaning, state);
    return size === undefined
      ? prepared.whichSize
      : yield* find({ ...meaning, relative: undefined, size: { size, isWord: false } }, context);
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
  const words = meaning.words.join(' ');
  const isSameThing = meaning.words.some((word) => wordForm(word) === wordForm(old.split(' ').at(-1) ?? ''));
  if (old !== '' && !isSameThing && (meaning.adds || !meaning.replaces)) {
    const both = tidySearchInput({ ...base, query: `${words} ${old}`, sort });
    const found = yield { tool: 'search_catalog', input: both };
    if (found.type === 'found' && isComplete(found)) return yield* listWish(both, meaning, context, found);
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

function keptQuery({ dropped }: Meaning, query = ''): string {
  return query
    .split(' ')
    .filter((word) => !dropped.some((each) => singular(each) === singular(word)))
    .join(' ');
}

/** Searches, again where the first search used the wrong currency, and in another way if nothing is found. */
function* listWish(first: SearchInput, meaning: Meaning, context: Context, known?: Found): Course {
  const { state } = context;
  const result = known ?? (yield { tool: 'search_catalog', input: first });
  if (result.type !== 'found') return prepared.unreachable;
  const { input, note } = planPrice(first, meaning, state, currencyOf(result, context));
  const notes = note === undefined ? [] : [note];
  const found = isSameSearch(input, first) ? result : yield { tool: 'search_catalog', input };
  if (found.type !== 'found') return prepared.unreachable;
  // Without its other wishes a word that no product has finds nothing either, and the wishes stay.
  if (found.products.length > 0 || meaning.words.length === 0 || found.unknown_words.length > 0)
    return phraseFound(input, found, context, notes, meaning);
  for (const [other, reason] of alternativesTo(input, meaning, context)) {
    const next = yield { tool: 'search_catalog', input: other };
    if (next.type === 'found' && isComplete(next))
      return phraseFound(other, next, context, [...notes, ...reason], meaning);
  }
  return phraseFound(input, found, context, notes, meaning);
}

/** The search with colours and sizes as words ("olive oil soap"), and with the wishes of this message alone. */
function alternativesTo(
  input: SearchInput,
  meaning: Meaning,
  { state }: Context,
): (readonly [SearchInput, readonly string[]])[] {
  const { color, size, ...others } = input.filters ?? {};
  const name = [size, color, input.query].filter((word) => word !== undefined).join(' ');
  const own = planFilters(meaning, { ...state, search: undefined });
  const fresh = tidySearchInput({ ...input, filters: { ...own, exclude: input.filters?.exclude } });
  return [
    ...(name === input.query
      ? []
      : [[tidySearchInput({ ...input, query: name, filters: others }), []] as const]),
    ...(isSameSearch(fresh, input) ? [] : [[fresh, [prepared.withoutOldWishes]] as const]),
  ];
}
