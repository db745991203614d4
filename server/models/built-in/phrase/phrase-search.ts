import type { Answer, Loosening } from '../answer.ts';
import type { Summary } from '../catalog-reading.ts';
import { formatMoney } from '../../../catalog/money/format-money.ts';
import type { SearchInput } from '../search-input.ts';
import { boldTitle, listed, plainText } from './plain-text.ts';

type List = Extract<Answer, { readonly type: 'list' }>;
type NothingFound = Extract<Answer, { readonly type: 'nothing-found' }>;

/** A page of products, numbered from 1, with a closing question. */
export function phraseList(list: List): string {
  return [heading(list), numbered(list.page), [...notes(list), question(list)].join(' ')].join('\n\n');
}

export function phraseNothingFound({ input, currency, loosen, than }: NothingFound): string {
  const compared =
    than === undefined
      ? ''
      : ` ${boldTitle(than)} is ${formatMoney(than.price.amount, than.price.currency)}.`;
  return `I couldn't find any ${subject(input)}${conditions(input, currency)}.${compared} ${suggestion(loosen)}`;
}

export function phraseNoMore({ seen, total }: { readonly seen: number; readonly total: number }): string {
  return total > seen
    ? `I've shown you the first ${seen} of ${total}. To see others, narrow it down by size, colour or price.`
    : `That's all I found: you've seen ${seen === 1 ? 'the only match' : seen === 2 ? 'both' : `all ${seen}`}. Shall we try something different?`;
}

/** Lines such as `1. **Wool Coat** – $120.00, in stock. Sizes S and M; colours red and navy.` */
export function numbered(products: readonly Summary[]): string {
  return products.map((product, index) => `${index + 1}. ${line(product)}`).join('\n');
}

function line(product: Summary): string {
  const { sizes, colors } = product;
  const choices = [
    ...(sizes.length === 0 ? [] : [`${sizes.length === 1 ? 'size' : 'sizes'} ${listed(sizes)}`]),
    ...(colors.length === 0 ? [] : [`${colors.length === 1 ? 'colour' : 'colours'} ${listed(colors)}`]),
  ].join('; ');
  const stock = product.available ? 'in stock' : 'sold out';
  const more = choices === '' ? '' : ` ${choices.charAt(0).toUpperCase()}${choices.slice(1)}.`;
  return `${boldTitle(product)} – ${priceOf(product)}, ${stock}.${more}`;
}

function priceOf({ price, max_price }: Summary): string {
  const lowest = formatMoney(price.amount, price.currency);
  return max_price === undefined || max_price.amount <= price.amount ? lowest : `from ${lowest}`;
}

function heading(list: List): string {
  const { insteadOf, input } = list;
  if (insteadOf === undefined) return count(list);
  return `Nothing matches all of “${plainText(insteadOf, 80)}”, so I looked for “${plainText(input.query ?? '', 80)}”. ${count(list)}`;
}

function count({ page, total, before, input, currency }: List): string {
  const what = `${subject(input)}${conditions(input, currency)}`;
  if (before > 0)
    return page.length === 1 ? `One more of the ${total}:` : `Here are ${page.length} more of the ${total}:`;
  if (total === 1)
    return input.query === undefined
      ? `I found one ${what.replace('products', 'product')}:`
      : `I found one match for ${what}:`;
  const matches = input.query === undefined ? `${total} ${what}` : `${total} matches for ${what}`;
  return total > page.length
    ? `I found ${matches}${order(input)}. Here are the first ${page.length}:`
    : `I found ${matches}${order(input)}:`;
}

function order({ sort }: SearchInput): string {
  if (sort === 'price_asc') return ', cheapest first';
  return sort === 'price_desc' ? ', most expensive first' : '';
}

function subject({ query, filters }: SearchInput): string {
  const words = query ?? filters?.category;
  return words === undefined ? 'products' : `“${plainText(words, 80)}”`;
}

function conditions({ filters = {} }: SearchInput, currency: string): string {
  const { color, size, price, in_stock } = filters;
  return [
    ...(color === undefined ? [] : [`in ${plainText(color, 40)}`]),
    ...(size === undefined ? [] : [`in size ${plainText(size, 40)}`]),
    ...(price === undefined ? [] : [bounds(price, currency)]),
    ...(in_stock === true ? ['that are in stock'] : []),
  ]
    .map((part) => ` ${part}`)
    .join('');
}

function bounds({ min, max }: { readonly min?: number; readonly max?: number }, currency: string): string {
  if (min === undefined) return max === undefined ? '' : atMost(max, currency);
  if (max !== undefined) return `between ${formatMoney(min, currency)} and ${formatMoney(max, currency)}`;
  return min % 10 === 1 ? `over ${formatMoney(min - 1, currency)}` : `from ${formatMoney(min, currency)}`;
}

// In minor units "under 60.00" and "up to 59.99" are equal; the round amount reads better.
function atMost(max: number, currency: string): string {
  return max % 10 === 9 ? `under ${formatMoney(max + 1, currency)}` : `up to ${formatMoney(max, currency)}`;
}

function notes({ excluded }: List): string[] {
  if (excluded.length === 0) return [];
  return [`I can't leave products out by “${plainText(excluded.join(', '), 60)}”, so please check each one.`];
}

function question({ total, before, page }: List): string {
  if (total > before + page.length)
    return 'Would you like to see more, or narrow it down by size, colour or price?';
  if (total === 1) return 'Would you like the details?';
  return 'Which one would you like to know more about, or shall I compare two of them?';
}

function suggestion(loosen: Loosening | undefined): string {
  const words: Readonly<Record<Loosening['what'], string>> = {
    price: 'Shall I look again without the price limit?',
    size: 'Shall I look in every size?',
    color: 'Shall I look in every colour?',
    stock: 'Shall I include what is sold out?',
    words: `Shall I look for just “${plainText(loosen?.input.query ?? '', 40)}”?`,
  };
  return loosen === undefined
    ? 'Try another word for it, or tell me what you need it for.'
    : words[loosen.what];
}
