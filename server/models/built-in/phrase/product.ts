import { formatMoney } from '../../../catalog/money/format-money.ts';
import { isColorOption, isSizeOption } from '../../../catalog/product.ts';
import { colorTerms, withBasicColors } from '../../../catalog/search/color-shades.ts';
import { sizeMatches } from '../../../catalog/search/size-words.ts';
import { termsOf } from '../../../catalog/search/terms.ts';
import { stemOf, wordForm } from '../../../catalog/search/word-forms.ts';
import type { Aspect } from '../read/message.ts';
import { factLike } from '../read/pieces.ts';
import type { Detail, DetailVariant } from '../tool-results.ts';
import { boldTitle, descriptionSentences, listed, plainText } from './plain-text.ts';

export interface Question {
  readonly aspect: Aspect;
  readonly size: string | undefined;
  readonly color: string | undefined;
  /** The fact asked for, such as "waterproof". */
  readonly words: readonly string[];
}

/** Responds to a question about one product from its record only. */
export function phraseProduct(product: Detail, question: Question): string {
  const title = boldTitle(product);
  const options = optionLines(product);
  const sentences = descriptionSentences(product.description);
  switch (question.aspect) {
    case 'asksMore': {
      const brand = product.brand === undefined ? '' : ` It is by ${plainText(product.brand, 60)}.`;
      const { url = '' } = product;
      const page = /^https?:\/\/[^\s<>()[\]"'`]{1,300}$/.test(url) ? `Its page: ${url}` : '';
      const about = sentences.slice(0, 3).join(' ');
      return [`${offer(product, question)}${brand}`, about, options, page].filter(Boolean).join('\n\n');
    }
    case 'asksChoice':
      return `${title}: ${options || `no choice of sizes or colours, ${stockWord(product.available)}.`}`;
    case 'asksFact': {
      const asked = new Set(question.words.flatMap(factLike).map((word) => stemOf(wordForm(word))));
      const isAsked = (sentence: string): boolean =>
        termsOf(sentence).some((term) => asked.has(stemOf(term)));
      const relevant = sentences.filter(isAsked).slice(0, 2);
      if (relevant.length > 0) return `About ${title}: ${relevant.join(' ')}`;
      return [`The description of ${title} doesn't say.`, ...sentences.slice(0, 2)].join(' ');
    }
    case 'asksPrice':
    case 'asksOldPrice':
    case 'asksStock':
      return offer(product, question);
    default:
      return question.aspect satisfies never;
  }
}

/** Stock, price and old price of the variants of a size and colour. */
function offer(product: Detail, question: Question): string {
  const { variants, price_range: range } = product;
  const fitting = variants.filter((variant) => isFitting(variant, product, question));
  const title = boldTitle(product);
  if (fitting.length === 0 && variants.length > 0)
    return `${title} is not listed${form(question)}. ${optionLines(product)}`.trim();
  const inStock = availableOf(fitting);
  const isInStock = variants.length === 0 ? product.available : inStock.length > 0;
  const prices = (inStock.length > 0 ? inStock : fitting).map(({ price }) => price.amount);
  const [low, high] =
    prices.length === 0 ? [range.min.amount, range.max.amount] : [Math.min(...prices), Math.max(...prices)];
  const money = (amount: number): string => formatMoney(amount, range.min.currency);
  const price = low === high ? money(low) : `${money(low)} to ${money(high)}, depending on the version`;
  const reduced = fitting.find(
    ({ price: { amount }, compare_at_price: before }) => (before?.amount ?? 0) > amount,
  );
  const before = reduced?.compare_at_price?.amount;
  const none = question.aspect === 'asksOldPrice' ? 'No older, higher price is listed.' : '';
  const old =
    before === undefined
      ? none
      : `It is reduced: it was ${money(before)} and is ${money(reduced?.price.amount ?? 0)} now.`;
  const others = isInStock
    ? ''
    : listed(
        availableOf(variants).map(({ options }) => Object.values(options).join(' / ')),
        6,
      );
  const stock = `${stockWord(isInStock)}${left(inStock)}`;
  const rest = others === '' ? '' : `In stock: ${others}.`;
  return [`${title}${form(question, inStock)} is ${price}, ${stock}.`, old, rest].filter(Boolean).join(' ');
}

function stockWord(available: boolean): string {
  return available ? 'in stock' : 'sold out at the moment';
}

// Mention the stock only when it is low.
function left(variants: readonly DetailVariant[]): string {
  const total = variants.reduce((sum, { quantity = Infinity }) => sum + quantity, 0);
  return total > 0 && total <= 5 ? `, only ${total} left` : '';
}

function availableOf(variants: readonly DetailVariant[]): DetailVariant[] {
  return variants.filter(({ available }) => available);
}

// Use the shop's colour names, which are more precise: "blue" may be teal.
function form({ size, color }: Question, variants: readonly DetailVariant[] = []): string {
  const shades = color === undefined ? '' : listed(optionValues(variants, 'color')) || plainText(color, 40);
  const parts = [shades, size === undefined ? '' : `size ${plainText(size, 20)}`].filter(Boolean);
  return parts.length === 0 ? '' : ` in ${parts.join(', ')}`;
}

/** "Sizes: S, M and L (sold out: L). Colours: Red." */
function optionLines({ variants }: Detail): string {
  const line = (name: string, option: OptionName): string => {
    const values = optionValues(variants, option);
    const inStock = optionValues(availableOf(variants), option);
    const soldOut = listed(
      values.filter((value) => !inStock.includes(value)),
      12,
    );
    return values.length === 0
      ? ''
      : `${name}: ${listed(values, 12)}${soldOut === '' ? '' : ` (sold out: ${soldOut})`}.`;
  };
  return `${line('Sizes', 'size')} ${line('Colours', 'color')}`.trim();
}

const isOption = { size: isSizeOption, color: isColorOption } as const;
type OptionName = keyof typeof isOption;

function optionOf({ options }: DetailVariant, name: OptionName): string | undefined {
  return Object.entries(options).find(([each]) => isOption[name](each))?.[1];
}

/** The distinct sizes (or colours) of variants, in their order. */
export function optionValues(variants: readonly DetailVariant[], name: OptionName): string[] {
  return [...new Set(variants.flatMap((variant) => optionOf(variant, name) ?? []))];
}

/** Whether a variant has a size and colour, in any notation. Without a colour option it has the colours of the title. */
function isFitting(variant: DetailVariant, { title }: Detail, { size, color }: Question): boolean {
  const offered = optionOf(variant, 'size');
  const sizeFits = size === undefined || (offered !== undefined && sizeMatches(offered, size));
  return sizeFits && (color === undefined || isColored(optionOf(variant, 'color') ?? title, color));
}

export function isColored(text: string, color: string): boolean {
  const shades = withBasicColors(colorTerms(termsOf(text)));
  return color.split(' or ').some((each) => termsOf(each).every((term) => shades.has(term)));
}
