import { formatMoney } from '../../../catalog/money/format-money.ts';
import { isColorOption, isSizeOption, optionValues } from '../../../catalog/product.ts';
import { matchingVariants } from '../../../catalog/search/product-facets.ts';
import { isMisspelt } from '../../../catalog/search/edit-distance.ts';
import { termsOf } from '../../../catalog/search/terms.ts';
import { stemOf, wordForm } from '../../../catalog/search/word-forms.ts';
import type { Aspect } from '../read/message.ts';
import { factLike, isFactWord } from '../read/pieces.ts';
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
  const { description, brand, url = '' } = product;
  const title = boldTitle(product);
  const sentences = descriptionSentences(description);
  switch (question.aspect) {
    case 'asksMore': {
      const opening = `${offer(product, question)}${brand === undefined ? '' : ` By ${plainText(brand, 60)}.`}`;
      const page = /^https?:\/\/[^\s<>()[\]"'`]{1,300}$/.test(url) ? `Its page: ${url}` : '';
      const parts = [opening, sentences.slice(0, 3).join(' '), optionLines(product), page];
      return parts.filter(Boolean).join('\n\n');
    }
    case 'asksChoice':
      return `This is what ${title} comes in. ${optionLines(product) || 'No sizes or colours are listed.'}`;
    case 'asksFact': {
      const { words } = question;
      const related = words.every(isFactWord) ? words.flatMap(factLike) : words;
      const asked = related.map((word) => stemOf(wordForm(word)));
      const isAsked = (term: string): boolean =>
        asked.includes(stemOf(term)) || words.some((word) => isMisspelt(word, term));
      const relevant = sentences.filter((text) => termsOf(text).some(isAsked));
      if (relevant.length > 0) return `About ${title}: ${relevant.slice(0, 2).join(' ')}`;
      // It may say so in other words.
      const unsure =
        asked.length > 0 ? `I can't say for sure. The description of ${title}:` : `About ${title}:`;
      return [unsure, ...sentences.slice(0, 3)].join(' ');
    }
    case 'asksPrice':
    case 'asksOldPrice':
    case 'asksStock':
      return offer(product, question);
    default:
      return question.aspect satisfies never;
  }
}

/** Price, stock and old price of the variants of a size and colour. */
function offer(product: Detail, question: Question): string {
  const { variants, price_range: range } = product;
  const fitting = matchingVariants(product, question);
  const inStock = availableOf(fitting);
  const title = boldTitle(product);
  const form = formOf(question, inStock);
  if (fitting.length === 0 && variants.length > 0)
    return `${title} is not listed${form}. ${optionLines(product)}`;
  const isInStock = variants.length === 0 ? product.available : inStock.length > 0;
  const prices = (inStock.length > 0 ? inStock : fitting).map(({ price }) => price.amount);
  const amounts = prices.length > 0 ? prices : [range.min.amount, range.max.amount];
  const money = (amount = 0): string => formatMoney(amount, range.min.currency);
  const [low, high] = [money(Math.min(...amounts)), money(Math.max(...amounts))];
  const price = low === high ? low : `${low} to ${high}, depending on the version`;
  const reduced = fitting.find((each) => (each.compare_at_price?.amount ?? 0) > each.price.amount);
  const [before, now] = [money(reduced?.compare_at_price?.amount), money(reduced?.price.amount)];
  const none = question.aspect === 'asksOldPrice' ? 'No older, higher price is listed.' : '';
  const others = availableOf(variants).map(({ options }) => Object.values(options).join(' / '));
  const sentences = [
    `${title}${form} is ${isInStock ? `in stock${left(inStock)}` : 'sold out at the moment'}. It is ${price}.`,
    reduced === undefined ? none : `It is reduced: it was ${before} and is ${now} now.`,
    isInStock || others.length === 0 ? '' : `In stock: ${listed(others, 6)}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

// Use the shop's colour names, which are more precise: "blue" may be teal.
function formOf({ size, color }: Question, variants: readonly DetailVariant[]): string {
  const shades = listed(optionValues(variants, isColorOption)) || plainText(color ?? '', 40);
  const parts = [color && shades, size && `size ${plainText(size, 20)}`].filter(Boolean);
  return parts.length === 0 ? '' : ` in ${parts.join(', ')}`;
}

// Mention the stock only when it is low.
function left(variants: readonly DetailVariant[]): string {
  const total = variants.reduce((sum, { quantity = Infinity }) => sum + quantity, 0);
  return total > 0 && total <= 5 ? `, only ${total} left` : '';
}

function availableOf(variants: readonly DetailVariant[]): DetailVariant[] {
  return variants.filter(({ available }) => available);
}

/** "Sizes: S, M and L (sold out: L). Colours: Red." */
function optionLines({ variants }: Detail): string {
  const line = (name: string, isOption: (option: string) => boolean): string => {
    const values = optionValues(variants, isOption);
    const inStock = optionValues(availableOf(variants), isOption);
    const gone = values.filter((value) => !inStock.includes(value));
    const soldOut = gone.length === 0 ? '' : ` (sold out: ${listed(gone, 12)})`;
    return values.length === 0 ? '' : `${name}: ${listed(values, 12)}${soldOut}.`;
  };
  return `${line('Sizes', isSizeOption)} ${line('Colours', isColorOption)}`.trim();
}
