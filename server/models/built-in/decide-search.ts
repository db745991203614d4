import { currencyDigits } from '../../catalog/money/currency-digits.ts';
import type { Answer } from './answer.ts';
import { answerWith } from './decision.ts';
import type { Decision, Situation } from './decision.ts';
import type { Intent, Wish } from './intent.ts';
import { lastPage, listLength } from './memory.ts';
import type { LastSearch, Memory } from './memory.ts';
import { currencyOf, loosen, pivotOf, planSearch, withNewWords } from './plan-search.ts';
import type { Step } from './read-conversation.ts';
import { readSearchInput } from './search-input.ts';
import type { SearchInput } from './search-input.ts';
import { giftWord } from './understand/content-words.ts';

type WishIntent = Extract<Intent, { readonly type: 'search' | 'refine' }>;

export function search({ tools }: Situation, input: SearchInput): Decision {
  return tools.search_catalog === undefined
    ? answerWith({ type: 'cannot-look-up' })
    : { type: 'call', tool: 'search_catalog', input };
}

export function searchWish(situation: Situation, intent: WishIntent): Decision {
  const { memory } = situation;
  return search(situation, wishedSearch(intent, memory, currencyOf(intent.wish, memory)));
}

function wishedSearch(intent: WishIntent, memory: Memory, currency: string): SearchInput {
  const last = intent.type === 'refine' ? memory.search?.input : undefined;
  const base = last !== undefined && intent.type === 'refine' && intent.replaces ? withNewWords(last) : last;
  return planSearch(intent.wish, base, memory, currency);
}

/** A search for the name of a product that was not shown. */
export function searchForWords(words: readonly string[]): SearchInput {
  return { query: words.join(' ').slice(0, 300), limit: listLength };
}

// The tool's maximum; it has no pages.
const maxListed = 20;

/** The next page of the last search. */
export function more(situation: Situation): Decision {
  const last = situation.memory.search;
  if (last === undefined) return answerWith({ type: 'no-search-yet' });
  const seen = last.seen.length;
  if (seen >= last.total || seen >= maxListed)
    return answerWith({ type: 'no-more', seen, total: last.total });
  return search(situation, { ...last.input, limit: Math.min(maxListed, seen + listLength) });
}

/** Whether the shopper asks for cheaper or more expensive products than those shown. */
export function wantsOther(intent: Intent): boolean {
  return 'wish' in intent && intent.wish.relative !== undefined;
}

// The first search assumed dollars for "5000", but the shop's prices are in yen: search again with other bounds.
export function inOtherCurrency(
  { intent, memory, steps, tools }: Situation,
  now: Memory,
): Decision | undefined {
  if (!('wish' in intent) || intent.wish.price === undefined || steps.length > 1) return undefined;
  const assumed = currencyOf(intent.wish, memory);
  const actual = lastPage(now)[0]?.price.currency ?? assumed;
  if (currencyDigits(actual) === currencyDigits(assumed)) return undefined;
  const input = wishedSearch(intent, memory, actual);
  return tools.search_catalog === undefined ? undefined : { type: 'call', tool: 'search_catalog', input };
}

/**
 * When no product matches all words, searches again for the head word: tents, if none is for four people. A product's
 * name loses its last words one by one: "the kettle dishwasher safe" is about a kettle.
 */
export function withFewerWords({ intent, steps, tools }: Situation, last: LastSearch): Decision | undefined {
  if (last.total > 0 || tools.search_catalog === undefined) return undefined;
  // If no product is called a gift, any product may be one.
  if (last.input.query === giftWord && steps.length === 1) {
    const { query: _gift, ...rest } = last.input;
    return { type: 'call', tool: 'search_catalog', input: rest };
  }
  const query = 'wish' in intent ? headOf(intent.wish, last.input, steps) : shorterName(intent, steps);
  return query === undefined
    ? undefined
    : { type: 'call', tool: 'search_catalog', input: { ...last.input, query } };
}

function headOf({ head }: Wish, { query }: SearchInput, steps: readonly Step[]): string | undefined {
  return query === head || steps.length > 1 ? undefined : head;
}

const maxSearches = 3;

function shorterName(intent: Intent, steps: readonly Step[]): string | undefined {
  if (intent.type !== 'details' || intent.of.type !== 'words' || steps.length >= maxSearches)
    return undefined;
  const words = intent.of.words.slice(0, -steps.length);
  return words.length === 0 ? undefined : searchForWords(words).query;
}

// Within a turn, only `withFewerWords` changes the query.
function firstQuery({ intent, steps }: Situation, { query }: SearchInput): string | undefined {
  const first = 'wish' in intent && steps.length > 1 ? readSearchInput(steps[0]?.input).query : undefined;
  return first === query || first === giftWord ? undefined : first;
}

/** The answer after a search. */
export function searchAnswer(situation: Situation, now: Memory, { input, seen, total }: LastSearch): Answer {
  const { intent, memory } = situation;
  const page = lastPage(now);
  const before = seen.length - page.length;
  const wish = 'wish' in intent ? intent.wish : undefined;
  const currency = page[0]?.price.currency ?? currencyOf(wish, memory);
  if (page.length > 0)
    return {
      type: 'list',
      page,
      total,
      before,
      input,
      currency,
      excluded: wish?.excluded ?? [],
      insteadOf: firstQuery(situation, input),
    };
  if (before > 0) return { type: 'no-more', seen: before, total };
  const than = wish === undefined ? undefined : pivotOf(wish, memory);
  return { type: 'nothing-found', input, currency, loosen: loosen(input, wantsOther(intent)), than };
}
