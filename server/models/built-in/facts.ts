import { formatMoney } from '../../catalog/money/format-money.ts';
import { isSizeOption, optionValues } from '../../catalog/product.ts';
import { mentions } from '../../catalog/search/title-likeness.ts';
import { colorsIn } from '../../catalog/search/color-shades.ts';
import { matchingVariants, namedVariants } from '../../catalog/search/product-facets.ts';
import { contentTerms } from '../../catalog/search/retail-language.ts';
import { stemOf, termsOf } from '../../catalog/search/terms.ts';
import { boldTitle, choices, details, fact, inShort, offer } from './describe.ts';
import type { Choice, Message } from './read-message.ts';
import { itemsIn, spokenOf, textOf } from './references.ts';
import type { About } from './shop-texts.ts';
import type { Context, Course, State } from './state.ts';
import { type Detail, type Summary, unreachable } from './tool-results.ts';
import { replies } from './words/replies.ts';

/** The evidence that the shop's texts must have, to be quoted beside a product. */
const minScore = 0.5;

/** What is asked of products: their own words, and what the shop's texts say of the rest. */
export function* factsOf(products: readonly Summary[], about: About, context: Context): Course {
  const [only] = products;
  if (only === undefined) return replies.which;
  if (products.length > 1) return yield* compare(products, context, about.contact);
  if (context.tools.get_product === undefined) return replies.cannotSearch;
  const reading = yield { tool: 'get_product', input: { id: only.id } };
  if (reading.type === 'missing') return replies.gone;
  return reading.type === 'product' ? answer(reading.product, about, context) : unreachable(reading);
}

/** The terms of a message that are not in a title, nor small words. */
export function askedTerms({ query }: Pick<Message, 'query'>, title: string): string[] {
  const own = new Set(termsOf(title).map(stemOf));
  return contentTerms(query).filter((term) => !own.has(stemOf(term)));
}

/** The terms that a product's own words have, in any form. */
export function explainedBy(product: Partial<Summary>, terms: readonly string[]): string[] {
  return terms.filter((term) => mentions(textOf(product), term));
}

function answer(product: Detail, about: About, { message, state }: Context): string {
  const { marks, said, choice } = message;
  const named = namedVariants(product.variants, said).flatMap(({ options }) => Object.values(options));
  const asked = askedTerms(message, [product.title, ...named].join(' '));
  const isPlain = asked.every((term) => colorsIn(term).length > 0);
  const hasChoice = choice !== undefined && (isPlain || matchingVariants(product, choice).length > 0);
  const isOffer =
    marks.has('price') || marks.has('stock') || marks.has('buy') || hasChoice || named.length > 0;
  const own = marks.has('choice')
    ? `${boldTitle(product)}: ${choices(product) || replies.noChoice}`
    : isOffer && offer(product, choiceFor(product, message, state), said);
  const parts = [own, marks.has('buy') && replies.cannotOrder].filter(Boolean).join(' ');
  const isSafety = marks.has('safety');
  const texts = about.texts.slice(0, 1);
  // "And the board books?" after a question about the shop.
  const isAgain = state.question !== undefined && message.isChange;
  if ((asked.length === 0 || (hasChoice && isPlain)) && !isSafety)
    return [parts || details(product), ...(isAgain ? texts : [])].join('\n\n');
  const explained = explainedBy(product, asked);
  const isOpen = about.explained.some((term) => asked.includes(term) && !explained.includes(term));
  const fromShop = isOpen && about.score >= minScore ? texts : [];
  const isSaid = parts !== '' && explained.length === 0;
  const isKnown = isSaid || fromShop.length > 0 || explained.length * 2 >= asked.length;
  const text = isSaid && !isSafety ? '' : `${isSafety ? `${replies.safety} ` : ''}${fact(product, asked)}`;
  const check = isKnown && !isSafety ? '' : replies.check(about.contact);
  return [parts, text, ...fromShop, check].filter(Boolean).join('\n\n');
}

/** The size and colour that are asked for, with those that were asked for before: a size that is named replaces one. */
function choiceFor(product: Detail, { said, choice = {} }: Message, state: State): Choice {
  const words = ` ${termsOf(said).join(' ')} `;
  const sizes = optionValues(product.variants, isSizeOption).map((size) => ` ${termsOf(size).join(' ')} `);
  const { size, ...color } = spokenOf(state).some(({ id }) => id === product.id) ? state.chosen : {};
  const isSized = size === undefined || sizes.some((each) => words.includes(each));
  const both = { ...color, ...(!isSized && { size }), ...choice };
  // The silver of "silver ring" is no variant.
  return matchingVariants(product, both).length > 0 ? both : choice;
}

/** What the shop says about two or three products. The lookup is what later messages refer to. */
export function* compare(
  products: readonly Summary[],
  { message, tools }: Context,
  contact?: string,
): Course {
  if (tools.lookup_catalog === undefined) return replies.cannotSearch;
  const reading = yield { tool: 'lookup_catalog', input: { ids: products.slice(0, 3).map(({ id }) => id) } };
  if (reading.type !== 'found') return unreachable(reading);
  const { marks } = message;
  const asked = askedTerms(message, reading.products.map(({ title }) => title).join(' '));
  const isSaid = (term: string): boolean =>
    reading.products.some((each) => explainedBy(each, [term]).length > 0);
  const isKnown = (marks.has('compare') || asked.every(isSaid)) && !marks.has('safety');
  const check = `${marks.has('safety') ? `${replies.safety} ` : ''}${replies.check(contact)}`;
  const opening = marks.has('compare') ? replies.cannotCompare : replies.shopSays;
  return [opening, reading.products.map(inShort).join('\n'), ...(isKnown ? [] : [check])].join('\n\n');
}

/** Prices of several products and pieces, added up; which one is meant where a part is unclear: its sum would be wrong. */
export function* total(context: Context): Course {
  const items = yield* itemsIn(context);
  const currency = items?.[0]?.product.price.currency;
  if (items === undefined || currency === undefined) return replies.which;
  const money = (amount: number): string => formatMoney(amount, currency);
  const lines = items.map(
    ({ product, count }) =>
      `${count > 1 ? `${count} × ` : ''}${boldTitle(product)} at ${money(product.price.amount)}`,
  );
  const sum = items.reduce((amount, { product, count }) => amount + product.price.amount * count, 0);
  const from = items.some(({ product }) => product.max_price !== undefined) ? 'from ' : '';
  return `${lines.join(' and ')}: ${from}${money(sum)} in total, without shipping.`;
}
