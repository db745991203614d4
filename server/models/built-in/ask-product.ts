import { formatMoney } from '../../catalog/money/format-money.ts';
import { mentions } from '../../catalog/search/closest-title.ts';
import { colorsIn } from '../../catalog/search/color-shades.ts';
import { matchingVariants, namedVariants } from '../../catalog/search/product-facets.ts';
import { contentTerms } from '../../catalog/search/retail-language.ts';
import { stemOf, termsOf } from '../../catalog/search/terms.ts';
import { passagesAbout } from './ask-shop.ts';
import { boldTitle, choices, details, fact, inShort, offer } from './describe.ts';
import { choiceOf } from './read-message.ts';
import { isDefinite, itemsIn, others, referredProducts } from './references.ts';
import type { Context, Course } from './state.ts';
import { type Detail, type Summary, unreachable } from './tool-results.ts';
import { replies } from './words/replies.ts';

const aspects = ['price', 'stock', 'choice', 'details', 'buy'] as const;
const maxCompared = 3;
/** One of those that were spoken of: "the ceramic one". */
const one = /\b(?:the|that|this) (?:\w+ ){1,3}ones?\b/;

/** The reply to a question about products that were shown or are named; undefined for a search. */
export function* askProduct(context: Context): Course<string | undefined> {
  const { message, state } = context;
  const { marks, things, query, count, text } = message;
  const isAsked = aspects.some((aspect) => marks.has(aspect)) || isFact(context) || isOnlyChoice(context);
  const asksOfShown = isAboutShown(context);
  const isList = marks.has('compare') || marks.has('total') || asksOfShown;
  if (
    (marks.has('cheaper') && !marks.has('compare')) ||
    (!isAsked && !isList && (!isDefinite(context) || (query !== '' && !one.test(text))))
  )
    return undefined;
  const isSum = marks.has('price') && count > 1;
  if (marks.has('total') || isSum) return yield* total(context);
  const { shown, focus } = state;
  const referred = yield* referredProducts(context);
  if (asksOfShown && referred.length === 0) return yield* compare(shown, context);
  if (marks.has('compare')) return yield* compare(referred.length > 1 ? referred : shown, context);
  const [product = focus ?? shown[0]] = referred;
  if (product === undefined)
    return things.length === 0 && isAsked && isDefinite(context) ? replies.which : undefined;
  return yield* lookAt(product, context);
}

/** What a message asks of a product, or else everything about it. */
export function* lookAt({ id }: Pick<Summary, 'id'>, context: Context): Course {
  if (context.tools.get_product === undefined) return replies.cannotSearch;
  const reading = yield { tool: 'get_product', input: { id } };
  if (reading.type === 'missing') return replies.gone;
  if (reading.type === 'product') return yield* answer(reading.product, context);
  return unreachable(reading);
}

/** "Is it waterproof", "does the coat have a hood", and "waterproof?" where one product is spoken of. */
function isFact(context: Context): boolean {
  const { said, query, things, isQuestion, marks } = context.message;
  const { focus } = context.state;
  if ((marks.has('wants') && !marks.has('pronoun')) || query === '') return false;
  if (others.test(said) && !isDefinite(context)) return false;
  const isAboutIt = focus !== undefined && things.every((thing) => mentions(focus.description, thing));
  const isFit = isQuestion || marks.has('safety');
  return isFit ? isAboutIt || isDefinite(context) : isAboutIt && said.endsWith('?');
}

/** "How heavy" after a list, of which one or more say it. */
function isAboutShown({ message, state }: Context): boolean {
  const { query, things, isQuestion, marks, said } = message;
  const { focus, shown } = state;
  if (focus !== undefined || things.length > 0 || marks.has('wants') || others.test(said)) return false;
  const asked = askedTerms(query, '');
  const isOfOne = ({ description }: Summary): boolean => asked.every((term) => mentions(description, term));
  return (isQuestion || said.endsWith('?')) && asked.length > 0 && shown.some(isOfOne);
}

/** "In blue, large?" about the product that is spoken of. */
function isOnlyChoice({ message, state }: Context): boolean {
  if (state.focus === undefined || Object.keys(choiceOf(message)).length === 0) return false;
  return askedTerms(message.query, '').every((term) => colorsIn(term).length > 0);
}

/** The terms of a question that are not in the product's title, nor small words. */
function askedTerms(query: string, title: string): string[] {
  const own = new Set(termsOf(title).map(stemOf));
  return contentTerms(query).filter((term) => !own.has(stemOf(term)));
}

function* answer(product: Detail, context: Context): Course {
  const { message, state } = context;
  const { marks } = message;
  const own = choiceOf(message);
  const spokenOf = state.focus === undefined ? state.shown : [state.focus];
  const isSame = spokenOf.some(({ id }) => id === product.id);
  const both = { ...(isSame && state.chosen), ...own };
  // The silver of "silver ring" is no variant.
  const choice = matchingVariants(product, both).length > 0 ? both : own;
  const offered = offer(product, choice, message.said);
  if (marks.has('buy')) return `${offered} ${replies.cannotOrder}`;
  if (marks.has('choice')) return `${boldTitle(product)}: ${choices(product) || replies.noChoice}`;
  const named = namedVariants(product.variants, message.said).flatMap(({ options }) =>
    Object.values(options),
  );
  const asked = askedTerms(message.query, [product.title, ...named].join(' '));
  const isOffer = marks.has('price') || marks.has('stock') || isOnlyChoice(context);
  if (isOffer) return asked.length === 0 ? offered : `${offered}\n\n${fact(product, asked)[0]}`;
  if (asked.length === 0 && !marks.has('safety'))
    return Object.keys(own).length > 0 ? offered : details(product);
  const [text, isFound] = fact(product, asked);
  if (isFound && !marks.has('safety')) return text;
  // An allergy, an age, a load and what fits what are answered with the product's own words only.
  const { contact } = yield* passagesAbout(message.said, context);
  return `${marks.has('safety') ? `${replies.safety} ` : ''}${text}\n\n${replies.check(contact)}`;
}

/** Prices of several products and pieces, added up; which one is meant where a part is unclear: its sum would be wrong. */
function* total(context: Context): Course {
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

/** What the shop says about two or three products. The lookup is what later messages refer to. */
function* compare(products: readonly Summary[], { tools }: Context): Course<string | undefined> {
  if (products.length === 0 || tools.lookup_catalog === undefined) return undefined;
  const ids = products.slice(0, maxCompared).map(({ id }) => id);
  const reading = yield { tool: 'lookup_catalog', input: { ids } };
  if (reading.type !== 'found') return unreachable(reading);
  return `${replies.cannotCompare}\n\n${reading.products.map(inShort).join('\n')}`;
}
