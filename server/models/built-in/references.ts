import { isCalled, likeness, mentions } from '../../catalog/search/closest-title.ts';
import { colorsIn } from '../../catalog/search/color-shades.ts';
import { contentTerms, isRetailWord, isWordless } from '../../catalog/search/retail-language.ts';
import { termOf, termsOf } from '../../catalog/search/terms.ts';
import { topicsIn } from '../../knowledge/knowledge-index.ts';
import { named, number as numbers } from './read-message.ts';
import { quantitiesIn } from './quantities.ts';
import type { Context, Course, State } from './state.ts';
import type { Summary } from './tool-results.ts';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
/** What may stand between two products. */
const between = /\b(?:and|or|vs|versus|than|with|plus)\b/;
const counted = new RegExp(
  `^(?:.*?\\b${numbers}\\b|(?:[^\\p{L}\\p{N}]|(?:ok|add|take|get|buy|need|for|of)\\b)*)(.*)$`,
  'u',
);
const maxSpokenOf = 3;

/** Some that are asked for: "which board can". */
export const others =
  /\b(?:what|which|any|other) (?!is\b|does\b|was\b|has\b|sizes?\b)(?:\w+ )?\w+(?:s| (?:can|could|is|are|do|does|will))\b/;

/** What is being talked about: the product in focus, or the first of those that were shown. */
export function spokenOf({ focus, shown }: State): readonly Summary[] {
  return focus === undefined ? shown.slice(0, maxSpokenOf) : [focus];
}

/** The products that a message speaks of, by place, by name or as "it". Names that were not shown are searched for. */
export function* referredProducts(context: Context): Course<Summary[]> {
  const { marks, said } = context.message;
  const { shown, seen } = context.state;
  const isList = marks.has('compare');
  const found = ordinals.flatMap((ordinal, at) => (marks.has(ordinal) ? (shown[at] ?? []) : []));
  if (marks.has('last')) found.push(...shown.slice(-1));
  if (marks.has('both')) found.push(...unique(shown.length > 1 ? shown : seen).slice(0, 2));
  if (found.length > 0 && !isList) return found;
  for (const name of namesIn(context)) {
    const product = yield* productCalled(name, context);
    if (product !== undefined) found.push(product);
  }
  if (found.length === 0 || isList) found.push(...seen.filter(({ title }) => hasOwnName(title, said)));
  const isOfIt = marks.has('pronoun') && context.state.question === undefined;
  if (isOfIt && (found.length === 0 || (isList && found.length < 2)))
    found.unshift(...spokenOf(context.state));
  return unique(found).slice(0, maxSpokenOf);
}

function unique(products: readonly Summary[]): Summary[] {
  return [...new Map(products.map((product) => [product.id, product])).values()];
}

/** Whether a text has the first word of a title, which is no word of retail: "the roam", "willow". */
export function hasOwnName(title: string, text: string): boolean {
  const [first = ''] = termsOf(title);
  return (
    first.length > 3 && termsOf(text).includes(first) && !isRetailWord(first) && colorsIn(first).length === 0
  );
}

/** Each name: "the summer one", or both sides of a comparison. */
function namesIn({ message: { text, marks } }: Context): string[] {
  const clauses = text.split(',').slice(0, 8);
  const parts = clauses.flatMap((clause) => clause.split(between));
  const definite = parts.flatMap((part) => named.exec(part)?.[1] ?? []);
  const pair = clauses.find((clause) => between.test(clause))?.split(between) ?? [];
  const names = marks.has('compare') && definite.length < 2 && pair.length > 1 ? pair : definite;
  // "The marble run for a 5 year old"; a 5 year old is no product.
  const own = names.map((name) => name.split(/\b(?:for|from|are)\b/)[0] ?? '');
  return own.filter((name) => quantitiesIn(name).length === 0);
}

/** A product that was shown or seen, or the first that a search for the name finds. */
export function* productCalled(
  name: string,
  { state }: Context,
  isForSum = false,
): Course<Summary | undefined> {
  const shown = unique([...spokenOf(state), ...state.shown]);
  const isOne = /\bones?$/.test(name.trim());
  const words = name.split(' ').filter((word) => !isWordless(word));
  const isColor = (word: string): boolean => colorsIn(word).length > 0;
  const query = words.filter((word) => !isColor(word)).join(' ');
  const full = name
    .split(' ')
    .filter((word) => !isColor(word))
    .join(' ');
  if (words.length === 0) return undefined;
  // "The orange one" is the one that is spoken of.
  if (query === '') return shown.find(({ colors }) => hasAll(colors.join(' '), words)) ?? shown[0];
  // "The dinos" are a colour of it.
  const optioned = shown.find(({ colors, sizes }) => hasAll([...colors, ...sizes].join(' '), words));
  if (optioned !== undefined) return optioned;
  const called = bestCalled(full, shown) ?? bestCalled(full, state.seen);
  // "The wrapping" is what the shop does.
  if (called !== undefined || isTopic(name)) return called;
  // "The plate" of the grill that is spoken of.
  const like = [...shown, ...(isOne ? state.seen : [])].filter((each) => hasAll(textOf(each), words));
  if (isOne || (like.length === 1 && state.focus !== undefined))
    return like[0] ?? (isOne ? closest(query, shown) : undefined);
  const found = yield { tool: 'search_catalog', input: { query: query.slice(0, 100), limit: 5 } };
  if (found.type !== 'found') return undefined;
  const best = bestCalled(full, found.products);
  if (best !== undefined || like.length === 1) return best ?? like[0];
  const isSure = found.fit === 'all_words' && (found.total === 1 || !isForSum);
  return isSure ? found.products[0] : undefined;
}

/** Whether a name has nothing but what shoppers ask shops about. */
function isTopic(name: string): boolean {
  const topics = topicsIn(name).flatMap((topic) => topic.split(' '));
  return topics.length > 0 && contentTerms(name).every((term) => topics.includes(term));
}

function textOf({ title, description, colors, sizes }: Summary): string {
  return [title, description, ...colors, ...sizes].join(' ');
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => mentions(text, termOf(word)));
}

/** The product whose title has all words of a name; of several, the one that ends with it, and has the fewest others. */
function bestCalled(name: string, products: readonly Summary[]): Summary | undefined {
  const terms = termsOf(name);
  const likenessOf = ({ title }: Summary): number => {
    const own = termsOf(title);
    const isHeaded = termsOf(title.split(/[,(–]/)[0] ?? '').at(-1) === terms.at(-1);
    return terms.filter((term) => own.includes(term)).length + (isHeaded ? 1 : 0) - own.length / 100;
  };
  const called = products.filter((each) => isCalled(each, name));
  return called.toSorted((left, right) => likenessOf(right) - likenessOf(left))[0];
}

function closest(name: string, products: readonly Summary[]): Summary | undefined {
  const terms = contentTerms(name);
  const scored = products.map((product) => ({ product, score: likeness(product.title, terms) }));
  const [best] = scored.toSorted((left, right) => right.score - left.score);
  return best !== undefined && best.score > 0 ? best.product : undefined;
}

/** How many of a product. */
export interface Item {
  readonly product: Summary;
  readonly count: number;
}

/** The products and pieces that are to be added up; undefined where one is not clear. */
export function* itemsIn(context: Context): Course<Item[] | undefined> {
  const { message, state } = context;
  const { marks } = message;
  const items: Item[] = [];
  let [count, isOfIt] = [state.count, marks.has('pronoun') || marks.has('both')];
  const clauses = message.text.split(',').slice(0, 8);
  for (const part of clauses.flatMap((clause) => clause.split(between)).slice(0, 6)) {
    const [, number, rest = ''] = counted.exec(part) ?? [];
    const own = Number(termOf(number ?? '1'));
    const name = rest.split(/\b(?:in|for|from|is|are|at)\b/)[0] ?? '';
    // "With shipping to Texas" is no product.
    if (isWordless(name) || isTopic(name))
      [count, isOfIt] = number === undefined ? [count, isOfIt] : [own, true];
    else {
      const product = yield* productCalled(name, context, true);
      if (product === undefined) return undefined;
      if (items.every((each) => each.product.id !== product.id)) items.push(itemOf(product, own));
    }
  }
  const { focus, shown } = state;
  if (marks.has('both') && items.length === 0)
    return unique([...shown, ...state.seen])
      .slice(0, 2)
      .map((product) => ({ product, count: 1 }));
  if (items.some(({ product }) => product.id === focus?.id) || (!isOfIt && items.length > 0)) return items;
  return focus === undefined ? undefined : [itemOf(focus, count), ...items];
}

/** Twelve glasses are three sets of four. */
function itemOf(product: Summary, pieces: number): Item {
  const inSet = Number(termOf(/\b(?:set|pack|box) of (\w+)/i.exec(product.title)?.[1]?.toLowerCase() ?? ''));
  const isInSets = inSet > 1 && pieces > inSet && pieces % inSet === 0;
  return { product, count: isInSets ? pieces / inSet : pieces };
}
