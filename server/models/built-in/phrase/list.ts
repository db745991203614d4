import { formatMoney } from '../money.ts';
import type { SearchInput } from '../search-input.ts';
import type { Summary } from '../tool-results.ts';
import { formatConstraints } from './constraints.ts';
import { isColored } from './options.ts';
import { boldTitle, listed } from './plain-text.ts';

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
export function phraseList(list: List): string {
  const { total, before, page, notes } = list;
  const rest = total - before - page.length;
  const more = rest > 0 ? [`Say “more” for ${rest === 1 ? 'one more' : `${rest} more`}.`] : [];
  return [[...notes, heading(list)].join(' '), numbered(page, list.input.filters?.exclude), ...more].join(
    '\n\n',
  );
}

function heading({ page, before, total, input, currency }: List): string {
  const what = formatConstraints(input, currency);
  if (before > 0) return `${page.length} more of ${total} for ${what}:`;
  const order =
    input.sort === 'price_asc'
      ? ', cheapest first'
      : input.sort === 'price_desc'
        ? ', most expensive first'
        : '';
  return `I found ${total === 1 ? 'one' : total} for ${what}${order}:`;
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
  const { sizes } = product;
  const colors = product.colors.filter((color) => !excluded.some((each) => isColored(color, each)));
  const choices = [
    ...(sizes.length === 0 ? [] : [`${sizes.length === 1 ? 'size' : 'sizes'} ${listed(sizes)}`]),
    ...(colors.length === 0 ? [] : [`${colors.length === 1 ? 'colour' : 'colours'} ${listed(colors)}`]),
  ].join('; ');
  const more = choices === '' ? '' : ` ${choices.charAt(0).toUpperCase()}${choices.slice(1)}.`;
  return `${boldTitle(product)} – ${priceOf(product)}, ${product.available ? 'in stock' : 'sold out'}.${more}`;
}

function priceOf({ price, max_price: highest, compare_at_price: before }: Summary): string {
  const lowest = formatMoney(price.amount, price.currency);
  const from = highest === undefined || highest.amount <= price.amount ? lowest : `from ${lowest}`;
  return before === undefined || before.amount <= price.amount
    ? from
    : `${from} (was ${formatMoney(before.amount, before.currency)})`;
}
