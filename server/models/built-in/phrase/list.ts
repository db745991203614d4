import { formatMoney } from '../../../catalog/money/format-money.ts';
import type { SearchFilters, SearchInput, Summary } from '../tool-results.ts';
import { isColored } from './product.ts';
import { boldTitle, listed, plainText } from './plain-text.ts';

export interface List {
  readonly page: readonly Summary[];
  /** How many products of this search earlier pages listed. */
  readonly before: number;
  readonly total: number;
  readonly input: SearchInput;
  readonly currency: string;
  readonly notes: readonly string[];
}

/** A page of products, numbered from 1, under one line that says what was searched. */
export function phraseList({ page, before, total, input, currency, notes }: List): string {
  const what = formatConstraints(input, currency);
  const order = { price_asc: ', cheapest first', price_desc: ', most expensive first', relevance: '' };
  const heading =
    before > 0
      ? `${page.length} more of ${total} for ${what}:`
      : `I found ${total === 1 ? 'one' : total} for ${what}${order[input.sort ?? 'relevance']}:`;
  const rest = total - before - page.length;
  const more = rest > 0 ? [`Say “more” for ${rest === 1 ? 'one more' : `${rest} more`}.`] : [];
  return [[...notes, heading].join(' '), numbered(page, input.filters?.exclude), ...more].join('\n\n');
}

/** What was searched without a result, and that a wish can be lifted. */
export function phraseNothing(input: SearchInput, currency: string): string {
  const hint =
    input.filters === undefined
      ? 'Try another word for it.'
      : 'Lift one of these wishes to see others, for example “any size”, “any colour” or “any price”.';
  return `I found nothing for ${formatConstraints(input, currency)}. ${hint}`;
}

/** Lines such as `1. **Wool Coat** – $120.00 (was $150.00), in stock. Sizes S and M; colours red and navy.` */
export function numbered(products: readonly Summary[], excluded: readonly string[] = []): string {
  return products.map((product, index) => `${index + 1}. ${line(product, excluded)}`).join('\n');
}

function line(product: Summary, excluded: readonly string[]): string {
  const colors = product.colors.filter((color) => !excluded.some((each) => isColored(color, each)));
  const choices = Object.entries({ size: product.sizes, colour: colors })
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}${values.length === 1 ? '' : 's'} ${listed(values)}`)
    .join('; ');
  const more = choices === '' ? '' : ` ${choices.charAt(0).toUpperCase()}${choices.slice(1)}.`;
  return `${boldTitle(product)} – ${priceOf(product)}, ${product.available ? 'in stock' : 'sold out'}.${more}`;
}

function priceOf({ price, max_price: highest = price, compare_at_price: before = price }: Summary): string {
  const from = `${highest.amount > price.amount ? 'from ' : ''}${formatMoney(price.amount, price.currency)}`;
  return before.amount > price.amount ? `${from} (was ${formatMoney(before.amount, before.currency)})` : from;
}

/** The wishes that a search follows, such as `“shirts” in blue, in size M, under $60.00, without leather`. */
export function formatConstraints({ query, filters = {} }: SearchInput, currency: string): string {
  const { color, size, price, in_stock: inStock, on_sale: onSale, exclude = [] } = filters;
  const parts = [
    color === undefined ? '' : `in ${plainText(color, 60)}`,
    size === undefined ? '' : `in size ${plainText(size, 40)}`,
    bounds(price, currency),
    inStock === true ? 'in stock' : '',
    onSale === true ? 'reduced in price' : '',
    exclude.length === 0 ? '' : `without ${listed(exclude)}`,
  ];
  const what = query === undefined ? 'products' : `“${plainText(query, 80)}”`;
  return `${what} ${parts.filter((part) => part !== '').join(', ')}`.trim();
}

function bounds({ min, max }: NonNullable<SearchFilters['price']> = {}, currency: string): string {
  const money = (amount: number): string => formatMoney(amount, currency);
  if (min !== undefined && max !== undefined) return `between ${money(min)} and ${money(max)}`;
  // In minor units "under 60.00" and "up to 59.99" are equal; the round amount reads better.
  if (max !== undefined) return max % 10 === 9 ? `under ${money(max + 1)}` : `up to ${money(max)}`;
  if (min === undefined) return '';
  return min % 10 === 1 ? `over ${money(min - 1)}` : `from ${money(min)}`;
}
