import { termsOf } from '../../../catalog/search/terms.ts';
import { stemOf, wordForm } from '../../../catalog/search/word-forms.ts';
import { formatMoney } from '../money.ts';
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
      return choices(product, 'size', 'sizes');
    case 'colors':
      return choices(product, 'color', 'colours');
    case 'price':
      return price(product, question);
    case 'oldPrice':
      return oldPrice(product, question);
    case 'stock':
      return stock(product, question);
    case 'fact':
      return fact(product, question);
    default:
      return question.aspect satisfies never;
  }
}

function everything(product: Detail): string {
  const brand = product.brand === undefined ? '' : ` by ${plainText(product.brand, 60)}`;
  const before = oldPriceOf(product);
  const reduced = before === '' ? '' : ` It${before}.`;
  const opening = `${boldTitle(product)}${brand} is ${priceRange(product.variants, product)}, ${stockWord(product)}.${reduced}`;
  const about = descriptionSentences(product.description).slice(0, 3).join(' ');
  return [opening, about, optionLines(product), pageLine(product)].filter((line) => line !== '').join('\n\n');
}

function stockWord({ available }: { readonly available: boolean }): string {
  return available ? 'in stock' : 'sold out at the moment';
}

function pageLine({ url }: Detail): string {
  return url !== undefined && /^https?:\/\/[^\s<>()[\]"'`]{1,300}$/.test(url) ? `Its page: ${url}` : '';
}

function optionLines({ variants }: Detail): string {
  const line = (name: string, option: OptionName): string => {
    const values = optionValues(variants, option);
    return values.length === 0 ? '' : `${name}${values.length === 1 ? '' : 's'}: ${listed(values, 12)}.`;
  };
  return `${line('Size', 'size')} ${line('Colour', 'color')}`.trim();
}

function choices(product: Detail, option: OptionName, name: string): string {
  const all = optionValues(product.variants, option);
  if (all.length === 0)
    return `${boldTitle(product)} is listed without a choice of ${name}; it is ${stockWord(product)}.`;
  const inStock = optionValues(availableOf(product.variants), option);
  const soldOut = all.filter((value) => !inStock.includes(value));
  const rest =
    soldOut.length === 0
      ? all.length === 1
        ? 'It is in stock.'
        : 'All of them are in stock.'
      : `${inStock.length === 0 ? '' : `In stock: ${listed(inStock, 12)}. `}Sold out: ${listed(soldOut, 12)}.`;
  return `${boldTitle(product)} comes in ${listed(all, 12)}. ${rest}`;
}

function availableOf(variants: readonly DetailVariant[]): DetailVariant[] {
  return variants.filter(({ available }) => available);
}

function priceRange(variants: readonly DetailVariant[], { price_range: { min, max } }: Detail): string {
  const amounts = variants.map((variant) => variant.price.amount);
  const low = amounts.length === 0 ? min.amount : Math.min(...amounts);
  const high = amounts.length === 0 ? max.amount : Math.max(...amounts);
  const lowest = formatMoney(low, min.currency);
  return low === high ? lowest : `${lowest} to ${formatMoney(high, min.currency)}, depending on the version`;
}

function price(product: Detail, question: Question): string {
  const fitting = fittingVariants(product, question);
  if (fitting.length === 0) return notOffered(product, question);
  const available = { available: fitting.some((variant) => variant.available) };
  return `${boldTitle(product)}${form(question)} is ${priceRange(fitting, product)}. It is ${stockWord(available)}.`;
}

function oldPrice(product: Detail, question: Question): string {
  const before = oldPriceOf(product);
  if (before === '') return `${price(product, question)} No older, higher price is listed.`;
  return `Yes, ${boldTitle(product)} is reduced: it${before}. It is ${stockWord(product)}.`;
}

function oldPriceOf({ variants }: Detail): string {
  const reduced = variants.find(
    ({ price: now, compare_at_price: before }) => before !== undefined && before.amount > now.amount,
  );
  if (reduced?.compare_at_price === undefined) return '';
  const { compare_at_price: before, price: now } = reduced;
  return ` was ${formatMoney(before.amount, before.currency)} and is ${formatMoney(now.amount, now.currency)} now`;
}

function stock(product: Detail, question: Question): string {
  if (product.variants.length === 0) return `${boldTitle(product)} is ${stockWord(product)}.`;
  const fitting = fittingVariants(product, question);
  if (fitting.length === 0) return notOffered(product, question);
  const available = availableOf(fitting);
  if (available.length === 0)
    return `Sorry, ${boldTitle(product)} is sold out${form(question)}. ${otherVariants(product)}`.trim();
  return `Yes, ${boldTitle(product)} is in stock${form(question, available)}${left(available)}. It is ${priceRange(available, product)}.`;
}

// Mention the stock only when it is low.
function left(variants: readonly DetailVariant[]): string {
  const total = variants.reduce((sum, { quantity }) => sum + (quantity ?? Infinity), 0);
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

function notOffered(product: Detail, question: Question): string {
  return `${boldTitle(product)} is not listed${form(question)}. ${optionLines(product)}`.trim();
}

function otherVariants({ variants }: Detail): string {
  const titles = availableOf(variants)
    .map(({ options }) => Object.values(options).join(' / '))
    .filter((each) => each !== '');
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
