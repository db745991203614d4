import { formatMoney } from '../../../catalog/money/format-money.ts';
import type { SearchInput, Summary } from '../tool-results.ts';
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

const orders = { price_asc: ', cheapest first', price_desc: ', most expensive first', relevance: '' };

/** A page of products, numbered from 1, under one line that says what was searched. */
export function phraseList({ page, before, total, input, currency, notes }: List): string {
  const what = formatConstraints(input, currency);
  const count = before > 0 ? `${page.length} more of ${total}` : `I found ${total === 1 ? 'one' : total}`;
  const heading = `${count} for ${what}${orders[input.sort ?? 'relevance']}:`;
  const rest = total - before - page.length;
  const more = rest > 0 ? [`Say “more” for ${rest === 1 ? 'one more' : `${rest} more`}.`] : [];
  return [[...notes, heading].join(' '), numbered(page), ...more].join('\n\n');
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
export function numbered(products: readonly Summary[]): string {
  return products.map((product, index) => `${index + 1}. ${line(product)}`).join('\n');
}

function line(product: Summary): string {
  const { price, max_price: highest = price, compare_at_price: before = price } = product;
  const from = `${highest.amount > price.amount ? 'from ' : ''}${formatMoney(price.amount, price.currency)}`;
  const was = before.amount > price.amount ? ` (was ${formatMoney(before.amount, before.currency)})` : '';
  const choices = Object.entries({ size: product.sizes, colour: product.colors })
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}${values.length === 1 ? '' : 's'} ${listed(values)}`)
    .join('; ');
  const more = choices === '' ? '' : ` ${choices.charAt(0).toUpperCase()}${choices.slice(1)}.`;
  return `${boldTitle(product)} – ${from}${was}, ${product.available ? 'in stock' : 'sold out'}.${more}`;
}

/** The wishes that a search follows, such as `“shirts” in blue, in size M, up to $60.00, without leather`. */
export function formatConstraints({ query, filters = {} }: SearchInput, currency: string): string {
  const { color, size, price = {}, in_stock: inStock, on_sale: onSale, exclude = [] } = filters;
  const parts = [
    color === undefined ? '' : `in ${plainText(color, 60)}`,
    size === undefined ? '' : `in size ${plainText(size, 40)}`,
    price.min === undefined ? '' : `from ${formatMoney(price.min, currency)}`,
    price.max === undefined ? '' : `up to ${formatMoney(price.max, currency)}`,
    inStock === true ? 'in stock' : '',
    onSale === true ? 'reduced in price' : '',
    exclude.length === 0 ? '' : `without ${listed(exclude)}`,
  ];
  const what = query === undefined ? 'products' : `“${plainText(query, 80)}”`;
  return `${what} ${parts.filter((part) => part !== '').join(', ')}`.trim();
}
