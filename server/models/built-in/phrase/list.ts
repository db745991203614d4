import { formatMoney } from '../../../catalog/money/format-money.ts';
import { type Found, pageLength, type SearchInput, type Summary, understoodInput } from '../tool-results.ts';
import { prepared } from '../words/prepared.ts';
import { boldTitle, listed, plainText } from './plain-text.ts';

/** A search and its result, and what the reply says before the list. */
export interface Searched {
  readonly input: SearchInput;
  readonly found: Found;
  readonly currency: string;
  readonly notes: readonly string[];
}

const orders = { price_asc: ', cheapest first', price_desc: ', most expensive first', relevance: '' };

/** A page of products after those listed `before`, that nothing matches, or that the product is not understood. */
export function phraseFound({ input, found, currency, notes }: Searched, before = 0): string {
  const { products, unknown_words: unknown, unmatched_words: unmatched, did_you_mean: similar } = found;
  const understood = understoodInput(input, found);
  const { query = '' } = understood;
  const what = formatConstraints(understood, currency);
  if (products.length === 0) {
    const isUnderstood = unknown.length === 0 && (input.query === undefined || query !== '');
    const hint = input.filters === undefined ? prepared.tryAnother : prepared.liftOne;
    return isUnderstood ? [...notes, `I found nothing for ${what}. ${hint}`].join(' ') : prepared.notFound;
  }
  const page = products.slice(before, before + pageLength);
  const total = Math.max(found.total, products.length);
  const count = before > 0 ? `${page.length} more of ${total}` : `I found ${total === 1 ? 'one' : total}`;
  const rest = total - before - page.length;
  const lines = [
    ...notes,
    ...similar
      .slice(0, 1)
      .map(({ instead }) => prepared.didYouMean(instead.map((word) => plainText(word, 40)))),
    unknown.length + unmatched.length === 0 ? '' : prepared.partly(plainText(query, 80)),
    found.only_mentioned ? prepared.onlyMentioned : '',
    `${count} for ${what}${orders[input.sort ?? 'relevance']}:`,
  ];
  const texts = [lines.filter(Boolean).join(' '), numbered(page), rest > 0 ? prepared.sayMore(rest) : ''];
  return texts.filter(Boolean).join('\n\n');
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
