import { isColorOption, isSizeOption, optionValues } from '../../../catalog/product.ts';
import { sizeMatches } from '../../../catalog/search/size-words.ts';
import { phraseProduct, type Question } from '../phrase/product.ts';
import { stopWords, termsOf } from '../../../catalog/search/terms.ts';
import { stemOf, wordForm } from '../../../catalog/search/word-forms.ts';
import { filtersSetBy } from '../read/edits.ts';
import type { Message } from '../read/message.ts';
import { isFactWord } from '../read/pieces.ts';
import { type Detail, pageLength, type Summary } from '../tool-results.ts';
import { prepared } from '../words/prepared.ts';
import { find } from './find.ts';
import { type Context, type Course, referredProducts, type State } from './state.ts';
import { colorsIn } from './wishes.ts';

/**
 * The product on the table that a message asks about; `which` when it is unclear, `them` for a question about all of
 * them; undefined when it asks for other products.
 */
export function productAskedFor(message: Message, state: State): Summary | 'which' | 'them' | undefined {
  const { shown, focus, search } = state;
  const { references, pronoun, words, aspect, edits, marks } = message;
  const own = filtersSetBy(edits);
  const colors = colorsIn(own);
  const isRelative = edits.some(({ type }) => type === 'relative');
  if (references.length > 0 && !isRelative && (shown.length > 0 || words.length === 0))
    return referredProducts(references, state)[0] ?? 'which';
  const isExcluded = colors.some((color) => search?.filters?.exclude?.includes(color));
  const isLifted = own.on_sale === true || Object.values(own).includes(undefined);
  const isOther = isLifted || edits.some(({ type }) => type !== 'set');
  if ((isExcluded || isOther || marks.has('similar')) && aspect !== 'asksOldPrice') return undefined;
  if (message.isDefinite || (aspect !== undefined && !message.replaces)) {
    // In "is the zipped one waterproof" only "zipped" names it.
    const isPart = aspect === 'asksFact' || marks.has('one');
    const offered = shown.flatMap((each) => [each.title, ...each.colors, ...each.sizes]).join(' ');
    const name = [...words, ...colors].filter((word) => !isPart || hasWords(offered, [word]));
    const named = namedProduct(name, shown);
    if (named !== undefined) return named;
  }
  const only = focus ?? (shown.length === 1 ? shown[0] : undefined);
  if (words.length > 0) {
    if (pronoun === 'it' && aspect !== undefined)
      return only ?? (aspect === 'asksFact' ? 'which' : undefined);
    const isFact = aspect === 'asksFact' || words.every(isFactWord);
    return isFact && !message.replaces && !message.adds ? only : undefined;
  }
  if (pronoun === 'it') return only ?? 'which';
  // "In red?" or "what sizes?" right after a product was described.
  const isVariant = colors.length > 0 || own.size !== undefined;
  const isFresh = marks.has('something') || marks.has('one');
  if (only !== undefined && !isFresh && (aspect !== undefined || isVariant)) return only;
  if (aspect === undefined || isVariant) return undefined;
  return shown.length > 0 ? 'them' : 'which';
}

/** Whether a message asks about a product that was not listed: "is the leather jacket in stock?" */
export function asksByName({ aspect, words, isDefinite, replaces, marks, edits }: Message): boolean {
  const isSearch = marks.has('one') || edits.some(({ type }) => ['relative', 'sort', 'price'].includes(type));
  const isNamed = isDefinite || (!replaces && aspect !== 'asksFact');
  return aspect !== undefined && isNamed && words.length > 0 && !isSearch;
}

/** Searches for the product that is called so, and responds from its record; lists what it finds when it is not clear. */
export function* askByName(message: Message, context: Context): Course {
  const isFact = message.aspect === 'asksFact';
  const colors = colorsIn(filtersSetBy(message.edits));
  // In "does the compass have a mirror" the first word says what the product is.
  const named = isFact ? message.words.filter((word) => !isFactWord(word)).toReversed() : message.words;
  const saidWords = [...message.words, ...colors];
  const words = [...colors, ...(named.length > 0 ? named : message.words)];
  const found = yield { tool: 'search_catalog', input: { query: words.join(' '), limit: pageLength } };
  if (found.type !== 'found') return prepared.unreachable;
  const { products, total, unknown_words: unknown, unmatched_words: unmatched } = found;
  const matched = words.filter((word) => ![...unknown, ...unmatched].includes(word));
  const only = total === 1 && matched.length === words.length ? products[0] : undefined;
  const product = fullyNamed(saidWords, products) ?? namedProduct(matched, products) ?? only;
  if (product !== undefined) return yield* ask(product, message, context);
  // "Is the tent in stock" asks about a tent, also where it is sold out.
  const edits = message.edits.filter((edit) => edit.type !== 'set' || edit.filters.in_stock !== true);
  return yield* find({ ...message, edits, aspect: undefined, replaces: true, adds: false }, context);
}

/** Gets the product, and responds to the question from its record. */
export function* ask({ id }: Summary, message: Message, context: Context): Course {
  if (context.tools.get_product === undefined) return prepared.cannotSearch;
  const reading = yield { tool: 'get_product', input: { id } };
  if (reading.type === 'missing') return prepared.gone;
  if (reading.type !== 'product') return prepared.unreachable;
  return phraseProduct(reading.product, questionOf(message, reading.product, context));
}

function questionOf(message: Message, { title, variants }: Detail, { said, state }: Context): Question {
  const { aspect = 'asksMore', edits, words } = message;
  const own = filtersSetBy(edits);
  const sizes = optionValues(variants, isSizeOption);
  const others = words.filter((word) => !hasWords(title, [word]));
  // "Do they run small?" asks for no size, "the long one" does where Long is a size.
  const isRemark = aspect === 'asksFact' && edits.some((edit) => edit.type === 'set' && edit.describes);
  const named = others.find((word) => sizes.some((each) => sizeMatches(each, word)));
  // What was chosen before counts for the stock and the price, not for what the product is like.
  const isOffer = aspect === 'asksStock' || aspect === 'asksPrice' || 'size' in own || 'color' in own;
  const chosen = isOffer ? state.chosen : {};
  const size = isRemark ? undefined : (named ?? { ...chosen, ...own }.size);
  const asked = colorsIn({ ...chosen, ...own }).filter((color) => !hasWords(title, [color]));
  // Without a choice of colours, the description may name one: "is it silver?"
  const isOption = aspect === 'asksStock' || optionValues(variants, isColorOption).length > 0;
  const color = isOption && asked.length > 0 ? asked.join(' or ') : undefined;
  const extra = isRemark ? [own.size ?? ''] : isOption ? [] : asked;
  const facts = [...others.filter((word) => word !== size), ...extra];
  const asks = facts.length > 0 && aspect === 'asksMore' ? 'asksFact' : aspect;
  const isFact = aspect === 'asksFact' && facts.length > 0;
  const isVariant = (size !== undefined || color !== undefined) && !aspect.endsWith('Price') && !isFact;
  const topics = facts.length > 0 ? facts : termsOf(said).filter(isFactWord);
  return { aspect: isVariant ? 'asksStock' : asks, size, color, words: topics };
}

/** The only product of a list whose title has all words, else the only one whose title, colours and sizes have them. */
function namedProduct(words: readonly string[], shown: readonly Summary[]): Summary | undefined {
  if (words.length === 0) return undefined;
  const titled = shown.filter(({ title }) => hasWords(title, words));
  const offered = ({ title, colors, sizes }: Summary): string => [title, ...colors, ...sizes].join(' ');
  const fitting = titled.length > 0 ? titled : shown.filter((each) => hasWords(offered(each), words));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The product whose title of several words is said completely; the longest of such titles. */
function fullyNamed(words: readonly string[], found: readonly Summary[]): Summary | undefined {
  const said = words.join(' ');
  const named = found
    .map((product) => ({ product, terms: termsOf(product.title).filter((term) => !stopWords.has(term)) }))
    .filter(({ terms }) => terms.length > 1 && hasWords(said, terms));
  return named.toSorted((left, right) => right.terms.length - left.terms.length)[0]?.product;
}

/** Whether a text has all words, in any form. */
function hasWords(text: string, words: readonly string[]): boolean {
  const stems = new Set(termsOf(text).map(stemOf));
  return words.every((word) => stems.has(stemOf(wordForm(word))));
}
