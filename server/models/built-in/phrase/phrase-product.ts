import { isColorOption, isSizeOption } from '../../../catalog/product.ts';
import type { Question } from '../answer.ts';
import type { Detail, DetailVariant } from '../catalog-reading.ts';
import { formatMoney } from '../../../catalog/money/format-money.ts';
import { descriptionSentences } from './description-sentences.ts';
import { phraseFact } from './phrase-fact.ts';
import { boldTitle, listed, plainText } from './plain-text.ts';
import { availableOf, fittingVariants, optionLines, optionValues } from './product-options.ts';

/** Answers a question about one product from its record only. */
export function phraseProduct(product: Detail, question: Question): string {
  switch (question.aspect) {
    case 'everything':
      return everything(product);
    case 'sizes':
      return choices(product, isSizeOption, 'sizes');
    case 'colors':
      return choices(product, isColorOption, 'colours');
    case 'price':
      return price(product, question);
    case 'stock':
      return stock(product, question);
    case 'fact':
      return phraseFact(product, question.words) ?? everything(product);
    default:
      return question.aspect satisfies never;
  }
}

type IsOption = (name: string) => boolean;

function everything(product: Detail): string {
  const brand = product.brand === undefined ? '' : ` by ${plainText(product.brand, 60)}`;
  const opening = `${boldTitle(product)}${brand} is ${priceRange(product.variants, product)}, ${stockWord(product)}.`;
  const about = descriptionSentences(product.description).slice(0, 3).join(' ');
  const body = [about, optionLines(product).join(' '), pageLine(product)].filter((line) => line !== '');
  return [opening, ...body, 'Anything else you would like to know about it?'].join('\n\n');
}

function stockWord({ available }: { readonly available: boolean }): string {
  return available ? 'in stock' : 'sold out at the moment';
}

function pageLine({ url }: Detail): string {
  return url !== undefined && /^https?:\/\/[^\s<>()[\]"'`]{1,300}$/.test(url) ? `Its page: ${url}` : '';
}

function choices(product: Detail, isOption: IsOption, name: string): string {
  const all = optionValues(product.variants, isOption);
  if (all.length === 0)
    return `${boldTitle(product)} is listed without a choice of ${name}; it is ${stockWord(product)}.`;
  const inStock = optionValues(availableOf(product.variants), isOption);
  const soldOut = all.filter((value) => !inStock.includes(value));
  const rest = soldOut.length === 0 ? 'All of them are in stock.' : soldOutLine(inStock, soldOut);
  return `${boldTitle(product)} comes in ${listed(all, 12)}. ${all.length === 1 ? `It is ${stockWord(product)}.` : rest}`;
}

function soldOutLine(inStock: readonly string[], soldOut: readonly string[]): string {
  if (inStock.length === 0) return 'All of them are sold out at the moment.';
  return `In stock: ${listed(inStock, 12)}. Sold out: ${listed(soldOut, 12)}.`;
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
  return `${boldTitle(product)}${form(question)} is ${priceRange(fitting, product)}. It is ${stockWord({
    available: fitting.some(({ available }) => available),
  })}.`;
}

function stock(product: Detail, question: Question): string {
  if (product.variants.length === 0) return `${boldTitle(product)} is ${stockWord(product)}.`;
  const fitting = fittingVariants(product, question);
  if (fitting.length === 0) return notOffered(product, question);
  const available = availableOf(fitting);
  if (available.length === 0)
    return `Sorry, ${boldTitle(product)} is sold out${form(question)}.${otherSizes(product, question)}`;
  const cost = priceRange(available, product);
  return `Yes, ${boldTitle(product)} is in stock${form(question, available)}${left(available)}. It is ${cost}.`;
}

// Mention the stock only when it is low.
function left(variants: readonly DetailVariant[]): string {
  const counts = variants.map(({ quantity }) => quantity ?? Infinity);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total > 0 && total <= 5 ? `, only ${total} left` : '';
}

// Use the shop's colour names, which are more precise: "blue" may be teal.
function form({ size, color }: Question, variants: readonly DetailVariant[] = []): string {
  const shades = color === undefined ? [] : optionValues(variants, isColorOption);
  const parts = [
    ...(color === undefined ? [] : [shades.length === 0 ? plainText(color, 40) : listed(shades)]),
    ...(size === undefined ? [] : [`size ${plainText(size, 20)}`]),
  ];
  return parts.length === 0 ? '' : ` in ${parts.join(', ')}`;
}

function notOffered(product: Detail, question: Question): string {
  return [`No, ${boldTitle(product)} is not listed${form(question)}.`, ...optionLines(product)].join(' ');
}

function otherSizes(product: Detail, { color }: Question): string {
  const sameColor = fittingVariants(product, color === undefined ? {} : { color });
  const sizes = optionValues(availableOf(sameColor), isSizeOption);
  return sizes.length === 0
    ? ''
    : ` In stock: ${sizes.length === 1 ? 'size' : 'sizes'} ${listed(sizes, 12)}.`;
}
