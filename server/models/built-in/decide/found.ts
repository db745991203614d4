import { isPlural } from '../../../catalog/search/word-forms.ts';
import { phraseList, phraseNothing } from '../phrase/list.ts';
import { plainText } from '../phrase/plain-text.ts';
import { prepared } from '../words/prepared.ts';
import type { SearchInput } from '../search-input.ts';
import type { Found } from '../tool-results.ts';
import type { Meaning } from '../understand/meaning.ts';
import type { Context } from './course.ts';
import { pageLength, understoodInput } from './state.ts';

/** Whether a search found products for all of its words. */
export function isComplete({ products, unknown_words: unknown, unmatched_words: unmatched }: Found): boolean {
  return products.length > 0 && unknown.length + unmatched.length === 0;
}

export function currencyOf(found: Found, { state }: Context): string {
  return found.currency ?? found.products[0]?.price.currency ?? state.currency;
}

/** The reply to a search: a list, that nothing matches, or that the product is not understood. `notes` come first. */
export function phraseFound(
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
    ...similar
      .slice(0, 1)
      .map(({ instead }) => prepared.didYouMean(instead.map((word) => plainText(word, 40)))),
    ...(unknown.length + unmatched.length > 0 && query !== '' ? [prepared.partly(plainText(query, 80))] : []),
    ...(isMentioned ? [prepared.onlyMentioned] : []),
  ];
}
