import { prepared } from '../phrase/prepared.ts';
import { isSameSearch, type SearchInput, tidySearchInput } from '../search-input.ts';
import type { Found } from '../tool-results.ts';
import type { Meaning } from '../understand/meaning.ts';
import type { Context } from './course.ts';
import { planFilters, withoutSoft } from './plan.ts';

export interface Alternative {
  readonly input: SearchInput;
  /** What the reply says about it. */
  readonly note: string | undefined;
}

// A reply has at most eight steps.
const maxAlternatives = 3;

/** The searches to try after one without results, the best first. */
export function alternativesTo(
  input: SearchInput,
  found: Found,
  meaning: Meaning,
  context: Context,
): Alternative[] {
  if (found.products.length > 0 || meaning.sides.length > 1) return [];
  const remark = withoutRemark(input, found, meaning, context);
  const words = remark ?? input;
  return [
    { input: withSoldOut(input, meaning), note: prepared.soldOut },
    { input: anyGift(input, found), note: undefined },
    { input: remark, note: undefined },
    { input: withoutSoft(input, meaning), note: undefined },
    { input: withoutOldWishes(input, meaning, context), note: prepared.withoutOldWishes },
    { input: withoutAdjectives(words, meaning), note: prepared.partly(lastWord(words)) },
  ]
    .flatMap(({ input: other, note }) =>
      other === undefined || isSameSearch(other, input) ? [] : [{ input: other, note }],
    )
    .slice(0, maxAlternatives);
}

export function isGift(word: string): boolean {
  return /^(?:gift|present)s?$/.test(word);
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
