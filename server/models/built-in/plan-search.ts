import type { Loosening } from './answer.ts';
import type { Summary } from './catalog-reading.ts';
import type { MoneyBounds, Removable, Wish } from './intent.ts';
import { listLength } from './memory.ts';
import type { Memory } from './memory.ts';
import { minorUnits } from './money.ts';
import { resolveReference } from './resolve-reference.ts';
import { tidySearchInput } from './search-input.ts';
import type { SearchFilters, SearchInput } from './search-input.ts';

type PriceFilter = NonNullable<SearchFilters['price']>;

/** Converts a wish to a search that refines `base`. Prices become minor units of `currency`. */
export function planSearch(
  wish: Wish,
  base: SearchInput | undefined,
  memory: Memory,
  currency: string,
): SearchInput {
  const query = [...new Set([...wish.words, ...(base?.query?.split(' ') ?? [])])].join(' ');
  const price = priceOf(wish, without(base?.filters ?? {}, wish.removed).price ?? {}, memory, currency);
  const unpivoted = wish.relative !== undefined && pivotOf(wish, memory) === undefined;
  const sort =
    wish.sort ?? (unpivoted ? (wish.relative === 'cheaper' ? 'price_asc' : 'price_desc') : base?.sort);
  return tidySearchInput({
    query,
    filters: {
      ...without(base?.filters ?? {}, wish.removed),
      ...(wish.color === undefined ? {} : { color: wish.color }),
      ...(wish.size === undefined ? {} : { size: wish.size }),
      ...(wish.inStock === true ? { in_stock: true } : {}),
      price,
    },
    ...(sort === undefined ? {} : { sort }),
    limit: listLength,
  });
}

/** The search to refine with new words: size and price stay, the colour was the old product's. */
export function withNewWords({ filters = {}, sort, limit }: SearchInput): SearchInput {
  return { filters: without(filters, ['color']), ...(sort === undefined ? {} : { sort }), limit };
}

/** The product that "cheaper" compares with: the named one, the one in focus, or the cheapest of the list. */
export function pivotOf({ relative, relativeTo }: Wish, memory: Memory): Summary | undefined {
  if (relative === undefined) return undefined;
  const named = relativeTo === undefined ? memory.focus : resolveReference(relativeTo, memory);
  return named ?? resolveReference({ type: relative === 'cheaper' ? 'cheapest' : 'dearest' }, memory);
}

/** The currency of amounts: that of the products shown, else the one the shopper named, else US dollars. */
export function currencyOf(wish: Wish | undefined, { shown }: Memory): string {
  return shown[0]?.price.currency ?? wish?.price?.currency ?? 'USD';
}

/**
 * Removes the filter that most likely excluded everything; undefined without filters. `keepPrice` is for a shopper who
 * has just asked for something cheaper.
 */
export function loosen(input: SearchInput, keepPrice: boolean): Loosening | undefined {
  const { filters = {}, query = '' } = input;
  const order = (['price', 'size', 'stock', 'color'] as const).slice(keepPrice ? 1 : 0);
  const what = order.find((each) => filters[filterOf[each]] !== undefined);
  if (what !== undefined)
    return { what, input: tidySearchInput({ ...input, filters: without(filters, [what]) }) };
  const words = query.split(' ');
  return words.length < 2 ? undefined : { what: 'words', input: { ...input, query: words.at(-1) ?? query } };
}

const filterOf = { price: 'price', size: 'size', color: 'color', stock: 'in_stock' } as const;

function without(filters: SearchFilters, removed: readonly Removable[]): SearchFilters {
  const names: readonly string[] = removed.map((each) => filterOf[each]);
  return Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name)));
}

function priceOf(wish: Wish, old: PriceFilter, memory: Memory, currency: string): PriceFilter {
  const pivot = pivotOf(wish, memory)?.price.amount;
  if (pivot !== undefined && wish.relative === 'cheaper') return merged(old, { max: Math.max(0, pivot - 1) });
  if (pivot !== undefined) return merged(old, { min: pivot + 1 });
  return merged(old, wish.price === undefined ? {} : inMinorUnits(wish.price, currency));
}

function inMinorUnits({ min, max }: MoneyBounds, currency: string): PriceFilter {
  return {
    ...(min === undefined ? {} : { min: minorUnits(min.amount, currency) + Number(min.exclusive) }),
    ...(max === undefined
      ? {}
      : { max: Math.max(0, minorUnits(max.amount, currency) - Number(max.exclusive)) }),
  };
}

// A new bound replaces an old one that it contradicts.
function merged(old: PriceFilter, now: PriceFilter): PriceFilter {
  const both = { ...old, ...now };
  return (both.min ?? 0) > (both.max ?? Infinity) ? now : both;
}
