import { currencyDigits } from '../../../catalog/money/currency-digits.ts';
import { sizeMatches } from '../../../catalog/search/size-words.ts';
import { wordForm } from '../../../catalog/search/word-forms.ts';
import type { Edit, Price, Relative } from '../read/edits.ts';
import type { Message } from '../read/message.ts';
import type { SearchFilters } from '../tool-results.ts';
import { currenciesOf } from '../words/phrases.ts';
import { referredProducts, type State } from './state.ts';

type Bounds = NonNullable<SearchFilters['price']>;

/** The filters so far with the edits of a message: all of them stay until they are lifted. */
export function editedFilters(message: Message, state: State, currency: string): SearchFilters {
  const edited = (filters: SearchFilters, edit: Edit): SearchFilters => {
    const { exclude = [], color, price } = filters;
    switch (edit.type) {
      case 'set':
        return { ...filters, exclude: orNone(without(exclude, colorsIn(edit.filters))), ...edit.filters };
      case 'price':
        if (isForeign(edit, currency)) return filters;
        return { ...filters, price: merged(price, inMinorUnits(edit, currency)) };
      case 'exclude':
      case 'drop': {
        const excluded = edit.type === 'exclude' ? [...exclude, ...edit.words] : without(exclude, edit.words);
        const colors = without(colorsIn({ color }), edit.words).join(' or ');
        return { ...filters, color: colors || undefined, exclude: orNone([...new Set(excluded)]) };
      }
      case 'relative':
        return withRelative(filters, edit.to, message, state);
      case 'sort':
        return filters;
      default:
        return edit satisfies never;
    }
  };
  return message.edits.reduce(edited, state.search?.filters ?? {});
}

/** "Cheaper" moves the upper bound below what it is compared with, "bigger" goes to the next size. */
function withRelative(filters: SearchFilters, to: Relative, message: Message, state: State): SearchFilters {
  const { shown, focus } = state;
  if (to === 'bigger' || to === 'smaller') {
    // "Not too long, in S" has a size of its own.
    if (filters.size !== state.search?.filters?.size) return filters;
    const step = to === 'bigger' ? 1 : -1;
    const isNow = (size: string): boolean => sizeMatches(size, filters.size ?? '');
    const beside = shown.flatMap(({ sizes }) => sizes.filter((_, at) => isNow(sizes[at - step] ?? '')));
    return { ...filters, size: beside[0] };
  }
  const [named] = referredProducts(message.references, state);
  const pivot = named ?? focus ?? referredProducts([to === 'cheaper' ? 'cheapest' : 'dearest'], state)[0];
  const amount = pivot?.price.amount ?? 0;
  const max = to === 'samePrice' ? amount : Math.max(0, amount - 1);
  const bounds = to === 'dearer' ? { min: amount + 1 } : { max };
  return pivot === undefined ? filters : { ...filters, price: merged(filters.price, bounds) };
}

export function colorsIn({ color }: SearchFilters): string[] {
  return color?.split(' or ') ?? [];
}

// The tool accepts at most 20 words.
function orNone(words: string[]): string[] | undefined {
  return words.length === 0 ? undefined : words.slice(0, 20);
}

/** The words that are not among `unwanted`, in any form. */
export function without(words: readonly string[], unwanted: readonly string[]): string[] {
  const forms = unwanted.map(wordForm);
  return words.filter((word) => !forms.includes(wordForm(word)));
}

/** Whether a price is in another currency than the shop's: it is left out, never read as the shop's. */
export function isForeign({ money }: Price, currency: string): boolean {
  return money !== undefined && !currenciesOf[money].includes(currency);
}

function inMinorUnits(price: Price, currency: string): Bounds {
  const { min, max, isStrict = false } = price;
  const strict = Number(isStrict);
  const minor = (amount: number): number => Math.round(amount * 10 ** currencyDigits(currency));
  return {
    ...(min === undefined ? {} : { min: minor(min) + strict }),
    ...(max === undefined ? {} : { max: Math.max(0, minor(max) - strict) }),
  };
}

// A new bound replaces an old one that it contradicts.
function merged(old: Bounds = {}, now: Bounds): Bounds {
  const both = { ...old, ...now };
  return (both.min ?? 0) > (both.max ?? Infinity) ? now : both;
}
