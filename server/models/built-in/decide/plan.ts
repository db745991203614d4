import { wordForm } from '../../../catalog/search/word-forms.ts';
import { minorUnits } from '../money.ts';
import { prepared } from '../words/prepared.ts';
import { type SearchFilters, type SearchInput, tidySearchInput } from '../search-input.ts';
import type { Summary } from '../tool-results.ts';
import type { Liftable, Meaning } from '../understand/meaning.ts';
import type { Price } from '../understand/read-price.ts';
import { referredProducts } from './references.ts';
import type { State } from './state.ts';

type PriceFilter = NonNullable<SearchFilters['price']>;

const filterOf: Readonly<Record<Liftable, keyof SearchFilters>> = {
  color: 'color',
  size: 'size',
  price: 'price',
  stock: 'in_stock',
  sale: 'on_sale',
};

/** The filters so far with the changes of a message: all of them stay until they are lifted. */
export function planFilters(meaning: Meaning, state: State): SearchFilters {
  const { colors, size, inStock, onSale, excluded, dropped, lifted } = meaning;
  const gone = lifted.map((each): string => filterOf[each]);
  const kept: SearchFilters = Object.fromEntries(
    Object.entries(state.search?.input.filters ?? {}).filter(([name]) => !gone.includes(name)),
  );
  const isNoLonger = (word: string): boolean =>
    [...dropped, ...colors].map(wordForm).includes(wordForm(word));
  const color = colors.length > 0 ? colors.join(' or ') : colorWithout(kept.color, [...dropped, ...excluded]);
  return {
    ...kept,
    color,
    size: size?.size ?? kept.size,
    in_stock: inStock || kept.in_stock,
    on_sale: onSale || kept.on_sale,
    exclude: [...new Set([...(kept.exclude ?? []).filter((word) => !isNoLonger(word)), ...excluded])],
    price: priceFilter(meaning, state, kept.price ?? {}, state.currency),
  };
}

function colorWithout(color: string | undefined, unwanted: readonly string[]): string | undefined {
  const forms = unwanted.map(wordForm);
  return (
    color
      ?.split(' or ')
      .filter((each) => !forms.includes(wordForm(each)))
      .join(' or ') || undefined
  );
}

function priceFilter(meaning: Meaning, state: State, old: PriceFilter, currency: string): PriceFilter {
  const pivot = pivotOf(meaning, state)?.price.amount;
  if (pivot !== undefined && meaning.relative === 'cheaper')
    return merged(old, { max: Math.max(0, pivot - 1) });
  if (pivot !== undefined && meaning.relative === 'dearer') return merged(old, { min: pivot + 1 });
  return merged(old, meaning.price === undefined ? {} : inMinorUnits(meaning.price, currency));
}

/** What "cheaper" compares with: the product referred to, the one in focus, or the cheapest of the list. */
function pivotOf(meaning: Meaning, { shown, focus }: State): Summary | undefined {
  const extreme = {
    references: [meaning.relative === 'cheaper' ? ('cheapest' as const) : ('dearest' as const)],
  };
  return (
    referredProducts(meaning, shown)[0] ?? focus ?? referredProducts({ ...meaning, ...extreme }, shown)[0]
  );
}

function inMinorUnits({ min, max, isStrict }: Price, currency: string): PriceFilter {
  const strict = Number(isStrict === true);
  return {
    ...(min === undefined ? {} : { min: minorUnits(min, currency) + strict }),
    ...(max === undefined ? {} : { max: Math.max(0, minorUnits(max, currency) - strict) }),
  };
}

// A new bound replaces an old one that it contradicts.
function merged(old: PriceFilter, now: PriceFilter): PriceFilter {
  const both = { ...old, ...now };
  return (both.min ?? 0) > (both.max ?? Infinity) ? now : both;
}

const currencies: Readonly<Record<NonNullable<Price['currency']>, readonly string[]>> = {
  dollars: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD'],
  euros: ['EUR'],
  pounds: ['GBP'],
  yen: ['JPY', 'CNY'],
  otherMoney: [],
};

/** The same search with the prices of a message in the shop's currency, or without them if they are in another one. */
export function planPrice(
  input: SearchInput,
  meaning: Meaning,
  state: State,
  currency: string,
): { readonly input: SearchInput; readonly note?: string } {
  const { price } = meaning;
  if (price === undefined) return { input };
  const old = state.search?.input.filters?.price ?? {};
  const isForeign = price.currency !== undefined && !currencies[price.currency].includes(currency);
  const bounds = isForeign ? old : priceFilter(meaning, state, old, currency);
  const planned = tidySearchInput({ ...input, filters: { ...input.filters, price: bounds } });
  return isForeign ? { input: planned, note: prepared.otherCurrency(currency) } : { input: planned };
}

/** The next size up or down in the lists of sizes on the table; undefined without a size to begin with. */
export function sizeBeside({ relative, size }: Meaning, { search, shown }: State): string | undefined {
  const now = (size?.size ?? search?.input.filters?.size)?.toLowerCase();
  for (const { sizes } of shown) {
    const at = sizes.findIndex((each) => each.toLowerCase() === now);
    const next = at < 0 ? undefined : sizes[at + (relative === 'bigger' ? 1 : -1)];
    if (next !== undefined) return next;
  }
  return undefined;
}
