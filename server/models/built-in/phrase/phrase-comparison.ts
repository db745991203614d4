import type { Summary } from '../catalog-reading.ts';
import { formatMoney } from '../../../catalog/money/format-money.ts';
import { numbered } from './phrase-search.ts';
import { boldTitle, listed } from './plain-text.ts';

/** Lists two or more products with their differences in price and stock. */
export function phraseComparison(products: readonly Summary[]): string {
  const remarks = [priceRemark(products), stockRemark(products)].filter((remark) => remark !== '');
  const closing = [...remarks, 'Which one would you like to know more about?'].join(' ');
  return ['Here is how they compare:', numbered(products), closing].join('\n\n');
}

function priceRemark(products: readonly Summary[]): string {
  const [cheapest, ...others] = products.toSorted((left, right) => left.price.amount - right.price.amount);
  const dearest = others.at(-1);
  if (cheapest === undefined || dearest === undefined) return '';
  if (cheapest.price.currency !== dearest.price.currency) return '';
  const difference = dearest.price.amount - cheapest.price.amount;
  if (difference === 0) return 'They start at the same price.';
  const amount = formatMoney(difference, cheapest.price.currency);
  return `${boldTitle(cheapest)} costs the least, ${amount} less than ${boldTitle(dearest)}.`;
}

function stockRemark(products: readonly Summary[]): string {
  const available = products.filter((product) => product.available);
  if (available.length === 0) return 'None of them is in stock.';
  return available.length === products.length
    ? ''
    : `In stock: ${listed(available.map(({ title }) => title))}.`;
}
