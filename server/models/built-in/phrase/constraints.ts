import { formatMoney } from '../money.ts';
import type { SearchInput } from '../search-input.ts';
import { listed, plainText } from './plain-text.ts';

/** The wishes that a search follows, such as ` “shirts” in blue, size M, under $60.00, without leather`. */
export function formatConstraints({ query, filters = {} }: SearchInput, currency: string): string {
  const { color, size, price, in_stock: inStock, on_sale: onSale, exclude = [] } = filters;
  const parts = [
    color === undefined ? '' : `in ${plainText(color, 60)}`,
    size === undefined ? '' : `in size ${plainText(size, 40)}`,
    price === undefined ? '' : bounds(price, currency),
    inStock === true ? 'in stock' : '',
    onSale === true ? 'reduced in price' : '',
    exclude.length === 0 ? '' : `without ${listed(exclude)}`,
  ].filter((part) => part !== '');
  const what = query === undefined ? 'products' : `“${plainText(query, 80)}”`;
  return parts.length === 0 ? what : `${what} ${parts.join(', ')}`;
}

function bounds(
  { min, max }: { readonly min?: number | undefined; readonly max?: number | undefined },
  currency: string,
): string {
  if (min !== undefined && max !== undefined)
    return `between ${formatMoney(min, currency)} and ${formatMoney(max, currency)}`;
  // In minor units "under 60.00" and "up to 59.99" are equal; the round amount reads better.
  if (max !== undefined)
    return max % 10 === 9 ? `under ${formatMoney(max + 1, currency)}` : `up to ${formatMoney(max, currency)}`;
  if (min === undefined) return '';
  return min % 10 === 1 ? `over ${formatMoney(min - 1, currency)}` : `from ${formatMoney(min, currency)}`;
}
