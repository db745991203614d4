import { formatMoney } from '../../catalog/money/format-money.ts';
import { isSizeOption, optionValues } from '../../catalog/product.ts';
import { mentions } from '../../catalog/search/closest-title.ts';
import { colorsIn } from '../../catalog/search/color-shades.ts';
import { matchingVariants, namedVariants } from '../../catalog/search/product-facets.ts';
import { contentTerms } from '../../catalog/search/retail-language.ts';
import { stemOf, termsOf } from '../../catalog/search/terms.ts';
import { boldTitle, choices, details, fact, inShort, offer } from './describe.ts';
import { choiceOf } from './read-message.ts';
import { itemsIn, spokenOf } from './references.ts';
import type { About } from './shop-texts.ts';
import type { Context, Course } from './state.ts';
import { type Detail, type Summary, unreachable } from './tool-results.ts';
import { replies } from './words/replies.ts';

/** The share of a question that the shop's texts must have, to be quoted beside a product. */
const minShare = 0.5;

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

/** The terms of a message that are not in the product's title, nor small words. */
export function askedTerms({ query }: Context['message'], title: string): string[] {
  const own = new Set(termsOf(title).map(stemOf));
  return contentTerms(query).filter((term) => !own.has(stemOf(term)));
}

/** The terms that a product's own words have, in any form. */
export function explainedBy(
  { title, description, colors = [], sizes = [] }: Partial<Summary>,
  terms: readonly string[],
): string[] {
  const text = [title, description, ...colors, ...sizes].join(' ');
  return terms.filter((term) => mentions(text, term));
}

function answer(product: Detail, about: About, { message, state }: Context): string {
  const { marks, said } = message;
  const own = choiceOf(message);
  const named = namedVariants(product.variants, said).flatMap(({ options }) => Object.values(options));
  const isSame = spokenOf(state).some(({ id }) => id === product.id);
  const { size, ...chosen } = state.chosen;
  const isSized = namedSizes(product, said).length > 0;
  const both = { ...(isSame && chosen), ...(isSame && !isSized && size !== undefined && { size }), ...own };
  // The silver of "silver ring" is no variant.
  const choice = matchingVariants(product, both).length > 0 ? both : own;
  const asked = askedTerms(message, [product.title, ...named].join(' '));
  const isAsked = marks.has('price') || marks.has('stock') || marks.has('buy');
  const isPlain = asked.every((term) => colorsIn(term).length > 0);
  const hasChoice = Object.keys(own).length > 0 && (matchingVariants(product, own).length > 0 || isPlain);
  const isOffer = isAsked || hasChoice || named.length > 0;
  const parts = [
    marks.has('choice') ? `${boldTitle(product)}: ${choices(product) || replies.noChoice}` : '',
    isOffer && !marks.has('choice') ? offer(product, choice, said) : '',
    marks.has('buy') ? replies.cannotOrder : '',
  ].filter(Boolean);
  // "And the board books?" after a question about the shop.
  const isEllipsis = state.question !== undefined && message.isChange;
  if ((asked.length === 0 || (hasChoice && isPlain)) && !marks.has('safety'))
    return [parts.join(' ') || details(product), ...(isEllipsis ? about.texts.slice(0, 1) : [])].join('\n\n');
  const explained = explainedBy(product, asked);
  const open = asked.filter((term) => !explained.includes(term));
  const isOpen =
    about.isClear && about.share >= minShare && about.explained.some((term) => open.includes(term));
  const fromShop = isOpen ? about.texts.slice(0, 1) : [];
  const text = fact(product, asked);
  const isKnown = explained.length * 2 >= asked.length || (parts.length > 0 && explained.length === 0);
  const check =
    (isKnown || fromShop.length > 0) && !marks.has('safety') ? [] : [replies.check(about.contact)];
  const safety = marks.has('safety') ? `${replies.safety} ` : '';
  const isSaid = parts.length > 0 && explained.length === 0 && !marks.has('safety');
  return [parts.join(' '), isSaid ? '' : `${safety}${text}`, ...fromShop, ...check]
    .filter(Boolean)
    .join('\n\n');
}

function namedSizes({ variants }: Detail, said: string): string[] {
  const words = ` ${termsOf(said).join(' ')} `;
  return optionValues(variants, isSizeOption).filter((size) =>
    words.includes(` ${termsOf(size).join(' ')} `),
  );
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
  const opening = message.marks.has('compare') ? replies.cannotCompare : replies.shopSays;
  const asked = askedTerms(message, reading.products.map(({ title }) => title).join(' '));
  const isKnown =
    message.marks.has('compare') ||
    asked.every((term) => reading.products.some((each) => explainedBy(each, [term]).length > 0));
  const check = isKnown ? '' : `\n\n${replies.check(contact)}`;
  const safety = message.marks.has('safety') ? `\n\n${replies.safety} ${replies.check(contact)}.` : check;
  return `${opening}\n\n${reading.products.map(inShort).join('\n')}${safety}`;
}

/** Prices of several products and pieces, added up; which one is meant where a part is unclear: its sum would be wrong. */
export function* total(context: Context): Course {
  const items = yield* itemsIn(context);
  const currency = items?.[0]?.product.price.currency;
  if (items === undefined || currency === undefined) return replies.which;
  const money = (amount: number): string => formatMoney(amount, currency);
  const times = (count: number): string => (count > 1 ? `${count} × ` : '');
  const lines = items.map(
    ({ product, count }) => `${times(count)}${boldTitle(product)} at ${money(product.price.amount)}`,
  );
  const sum = items.reduce((amount, { product, count }) => amount + product.price.amount * count, 0);
  const from = items.some(({ product }) => product.max_price !== undefined) ? 'from ' : '';
  return `${lines.join(' and ')}: ${from}${money(sum)} in total, without shipping.`;
}
