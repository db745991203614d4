import { termsOf } from '../../../catalog/search/terms.ts';
import { stemOf, wordForm } from '../../../catalog/search/word-forms.ts';
import { formatMoney } from '../../../catalog/money/format-money.ts';
import type { Detail, DetailVariant } from '../tool-results.ts';
import type { Aspect } from '../understand/meaning.ts';
import { descriptionSentences } from './description-sentences.ts';
import { fittingVariants, type OptionName, optionValues } from './options.ts';
import { boldTitle, listed, plainText } from './plain-text.ts';

export interface Question {
  readonly aspect: Aspect;
  readonly size?: string;
  readonly color?: string;
  /** The fact asked for, such as "waterproof". */
  readonly words: readonly string[];
}

/** Responds to a question about one product from its record only. */
export function phraseProduct(product: Detail, question: Question): string {
  switch (question.aspect) {
    case 'more':
      return everything(product);
    case 'sizes':
      return choices(product, 'size');
    case 'colors':
      return choices(product, 'color');
    case 'fact':
      return fact(product, question);
    case 'price':
    case 'oldPrice':
    case 'stock':
      return offer(product, question);
    default:
      return question.aspect satisfies never;
  }
}

const optionNames = { size: 'Sizes', color: 'Colours' } as const;

function everything(product: Detail): string {
  const brand = product.brand === undefined ? '' : ` by ${plainText(product.brand, 60)}`;
  const opening = `${boldTitle(product)}${brand} is ${priceRange(product.variants, product)}, ${stockWord(product.available)}.`;
  const about = descriptionSentences(product.description).slice(0, 3).join(' ');
  const lines = [`${opening} ${oldPrice(product)}`.trim(), about, optionLines(product), pageLine(product)];
  return lines.filter((line) => line !== '').join('\n\n');
}

function stockWord(available: boolean): string {
  return available ? 'in stock' : 'sold out at the moment';
}

function pageLine({ url = '' }: Detail): string {
  return /^https?:\/\/[^\s<>()[\]"'`]{1,300}$/.test(url) ? `Its page: ${url}` : '';
}

function optionLines({ variants }: Detail): string {
  const line = (option: OptionName): string => {
    const values = optionValues(variants, option);
    return values.length === 0 ? '' : `${optionNames[option]}: ${listed(values, 12)}.`;
  };
  return `${line('size')} ${line('color')}`.trim();
}

function choices({ variants, available, ...product }: Detail, option: OptionName): string {
  const title = boldTitle(product);
  const all = optionValues(variants, option);
  const name = optionNames[option].toLowerCase();
  if (all.length === 0)
    return `${title} is listed without a choice of ${name}; it is ${stockWord(available)}.`;
  const inStock = optionValues(availableOf(variants), option);
  const soldOut = all.filter((value) => !inStock.includes(value));
  const rest = soldOut.length === 0 ? 'All of them are in stock.' : `Sold out: ${listed(soldOut, 12)}.`;
  return `${title} comes in ${listed(all, 12)}. ${rest}`;
}

function availableOf(variants: readonly DetailVariant[]): DetailVariant[] {
  return variants.filter(({ available }) => available);
}

function priceRange(variants: readonly DetailVariant[], { price_range: { min, max } }: Detail): string {
  const amounts =
    variants.length === 0 ? [min.amount, max.amount] : variants.map(({ price }) => price.amount);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const lowest = formatMoney(low, min.currency);
  return low === high ? lowest : `${lowest} to ${formatMoney(high, min.currency)}, depending on the version`;
}

/** Stock and price of the variants of a size and colour, and the old price if it is asked for. */
function offer(product: Detail, question: Question): string {
  const title = boldTitle(product);
  const { aspect } = question;
  const fitting = fittingVariants(product, question);
  const available = availableOf(fitting);
  const isInStock = product.variants.length === 0 ? product.available : available.length > 0;
  if (fitting.length === 0 && product.variants.length > 0)
    return `${title} is not listed${form(question)}. ${optionLines(product)}`.trim();
  const price = priceRange(available.length > 0 ? available : fitting, product);
  if (aspect === 'price') return `${title}${form(question)} is ${price}. It is ${stockWord(isInStock)}.`;
  if (aspect === 'oldPrice') {
    const before = oldPrice(product) || 'No older, higher price is listed.';
    return `${title}${form(question)} is ${price}. ${before} It is ${stockWord(isInStock)}.`;
  }
  return isInStock
    ? `Yes, ${title} is in stock${form(question, available)}${left(available)}. It is ${price}.`
    : `Sorry, ${title} is sold out${form(question)}. ${otherVariants(product)}`.trim();
}

function oldPrice({ variants }: Detail): string {
  const reduced = variants.find(
    ({ price, compare_at_price: before = price }) => before.amount > price.amount,
  );
  if (reduced?.compare_at_price === undefined) return '';
  const { compare_at_price: before, price } = reduced;
  return `It is reduced: it was ${formatMoney(before.amount, before.currency)} and is ${formatMoney(price.amount, price.currency)} now.`;
}

// Mention the stock only when it is low.
function left(variants: readonly DetailVariant[]): string {
  const total = variants.reduce((sum, { quantity = Infinity }) => sum + quantity, 0);
  return total > 0 && total <= 5 ? `, only ${total} left` : '';
}

// Use the shop's colour names, which are more precise: "blue" may be teal.
function form({ size, color }: Question, variants: readonly DetailVariant[] = []): string {
  const shades = color === undefined ? [] : optionValues(variants, 'color');
  const parts = [
    ...(color === undefined ? [] : [shades.length === 0 ? plainText(color, 40) : listed(shades)]),
    ...(size === undefined ? [] : [`size ${plainText(size, 20)}`]),
  ];
  return parts.length === 0 ? '' : ` in ${parts.join(', ')}`;
}

function otherVariants({ variants }: Detail): string {
  const titles = availableOf(variants).map(({ options }) => Object.values(options).join(' / '));
  return titles.length === 0 ? '' : `In stock: ${listed(titles, 6)}.`;
}

/** The sentences of the description that have a word of the question, or that there are none. */
function fact(product: Detail, { words }: Question): string {
  const asked = new Set(words.map((word) => stemOf(wordForm(word))));
  const sentences = descriptionSentences(product.description);
  const relevant = sentences.filter((sentence) => termsOf(sentence).some((term) => asked.has(stemOf(term))));
  if (relevant.length > 0) return `About ${boldTitle(product)}: ${relevant.slice(0, 2).join(' ')}`;
  return [`The description of ${boldTitle(product)} doesn't say.`, ...sentences.slice(0, 2)].join(' ');
}
