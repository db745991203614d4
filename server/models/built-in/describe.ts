import { formatMoney } from '../../catalog/money/format-money.ts';
import { isColorOption, isSizeOption, optionsOf } from '../../catalog/product.ts';
import { sentencesAbout } from '../../catalog/search/closest-title.ts';
import { matchingVariants, namedVariants } from '../../catalog/search/product-facets.ts';
import { descriptiveSentences, listed, plainText } from '../../support/plain-text.ts';
import type { Choice } from './read-message.ts';
import type { Detail, Summary } from './tool-results.ts';

const maxSentences = 4;
/** What a text warns of stands mostly at its end. */
const maxFacts = 9;

export function boldTitle({ title }: { readonly title: string }): string {
  return `**${plainText(title)}**`;
}

/** Lines such as `1. **Wool Coat** – $120.00 (was $150.00), in stock. Sizes S and M; colours red and navy.` */
export function numbered(products: readonly Summary[]): string {
  return products.map((product, index) => `${index + 1}. ${line(product)}`).join('\n');
}

function line(product: Summary): string {
  const { price, max_price: highest = price, compare_at_price: before = price } = product;
  const from = `${highest.amount > price.amount ? 'from ' : ''}${formatMoney(price.amount, price.currency)}`;
  const was = before.amount > price.amount ? ` (was ${formatMoney(before.amount, before.currency)})` : '';
  const own = [counted('Size', product.sizes), counted('Colour', product.colors)].filter(Boolean);
  const stock = product.available ? 'in stock' : 'sold out';
  return [`${boldTitle(product)} – ${from}${was}, ${stock}.`, ...own].join(' ');
}

function counted(name: string, values: readonly string[]): string {
  return values.length === 0 ? '' : `${name}${values.length === 1 ? '' : 's'}: ${listed(values)}.`;
}

/** A line with the first sentences, to compare products by. */
export function inShort(product: Summary): string {
  return `- ${line(product)} ${descriptiveSentences(product.description).slice(0, maxSentences).join(' ')}`;
}

/** What the shop says about a product, warnings at its end included. */
export function inFull({ description }: Pick<Summary, 'description'>): string {
  return descriptiveSentences(description).slice(0, maxFacts).join(' ');
}

/** Everything about a product. */
export function details(product: Detail): string {
  const sentences = descriptiveSentences(product.description).slice(0, maxSentences).join(' ');
  return [offer(product, {}), sentences, choices(product)].filter(Boolean).join('\n\n');
}

/** What the description says about the terms that were asked for, and whether it does; or else all that it says. */
export function fact(product: Detail, asked: readonly string[]): [string, boolean] {
  const sentences = descriptiveSentences(product.description);
  const title = boldTitle(product);
  const all = inFull(product) || 'nothing more.';
  if (sentencesAbout(asked, sentences).length > 0) return [`About ${title}: ${all}`, true];
  const { min, max } = product.price_range;
  const price = `${min.amount < max.amount ? 'from ' : ''}${formatMoney(min.amount, min.currency)}`;
  const stock = product.available ? 'in stock' : 'sold out';
  return [`This is what the shop says about ${title} (${price}, ${stock}): ${all}`, false];
}

/** Price, stock and old price of the variants of a size and colour, and of other options that are `said`. */
export function offer(product: Detail, choice: Choice, said = ''): string {
  const { variants, price_range: range } = product;
  const matching = matchingVariants(product, choice);
  const named = namedVariants(matching, said);
  const fitting = named.length > 0 ? named : matching;
  const inStock = fitting.filter(({ available }) => available);
  const title = boldTitle(product);
  if (fitting.length === 0 && variants.length > 0)
    return `${title} is not listed in ${plainText(Object.values(choice).join(', '), 60)}. ${choices(product)}`;
  const isInStock = variants.length === 0 ? product.available : inStock.length > 0;
  const offered = inStock.length > 0 ? inStock : fitting;
  const prices = offered.length > 0 ? offered.map(({ price }) => price) : [range.min, range.max];
  const amounts = prices.map(({ amount }) => amount);
  const money = (amount = 0): string => formatMoney(amount, range.min.currency);
  const [low, high] = [money(Math.min(...amounts)), money(Math.max(...amounts))];
  const reduced = offered.find((each) => (each.compare_at_price?.amount ?? 0) > each.price.amount);
  const namesOf = (some: Detail['variants']): string[] =>
    some.map(({ options }) => Object.values(options).join(' / '));
  const others = namesOf(variants.filter(({ available }) => available));
  const gone = said === '' ? [] : namesOf(fitting.filter(({ available }) => !available));
  const sentences = [
    `${title}${formOf(variants, fitting)} is ${isInStock ? 'in stock' : 'sold out at the moment'}.`,
    `It is ${low === high ? low : `${low} to ${high}, depending on the version`}.`,
    reduced === undefined ? '' : `It is reduced from ${money(reduced.compare_at_price?.amount)}.`,
    isInStock || others.length === 0 ? '' : `In stock: ${listed(others, 6)}.`,
    isInStock && gone.length > 0 ? `Sold out: ${listed(gone, 6)}.` : '',
  ];
  return sentences.filter(Boolean).join(' ');
}

/** The options that only some variants have, in the shop's words, which are more precise: "blue" may be teal. */
function formOf(all: Detail['variants'], some: Detail['variants']): string {
  const parts = optionsOf(some).flatMap(([name, values]) => {
    const isChosen = values.length < (new Map(optionsOf(all)).get(name)?.length ?? 0);
    return isChosen ? [`${isSizeOption(name) ? 'size ' : ''}${listed(values)}`] : [];
  });
  return parts.length === 0 ? '' : ` in ${parts.join(', ')}`;
}

/** "Size: S, M and L. Colours: Red. Sold out: L." */
export function choices({ variants }: Detail): string {
  const inStock = new Map(optionsOf(variants.filter(({ available }) => available)));
  const options = optionsOf(variants);
  const gone = options.flatMap(([name, all]) =>
    all.filter((value) => inStock.get(name)?.includes(value) !== true),
  );
  const nameOf = (name: string): string =>
    isSizeOption(name) ? 'Size' : isColorOption(name) ? 'Colour' : plainText(name, 40);
  const lines = options.map(([name, values]) => counted(nameOf(name), values));
  return [...lines, gone.length === 0 ? '' : `Sold out: ${listed(gone, 12)}.`].filter(Boolean).join(' ');
}
