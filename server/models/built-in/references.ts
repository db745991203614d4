import { isCalled, likeness, mentions } from '../../catalog/search/title-likeness.ts';
import { colorsIn } from '../../catalog/search/color-shades.ts';
import { contentTerms, isWordless } from '../../catalog/search/retail-language.ts';
import { termOf, termsOf } from '../../catalog/search/terms.ts';
import { topicsIn } from '../../knowledge/knowledge-index.ts';
import { quantitiesIn } from './quantities.ts';
import { named, number as numbers } from './read-message.ts';
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
const maxParts = 6;

/** What is being talked about: the product in focus, or the first of those that were shown. */
export function spokenOf({ focus, shown }: State): readonly Summary[] {
  return focus === undefined ? shown.slice(0, maxSpokenOf) : [focus];
}

/** The products that a message speaks of, by place, by name or as "it". Names that were not shown are searched for. */
export function* referredProducts(context: Context): Course<Summary[]> {
  const { marks } = context.message;
  const { shown, seen, question } = context.state;
  const found = ordinals.flatMap((ordinal, at) => (marks.has(ordinal) ? (shown[at] ?? []) : []));
  if (marks.has('last')) found.push(...shown.slice(-1));
  if (marks.has('both')) found.push(...seen.slice(0, 2));
  const isList = marks.has('compare');
  if (found.length > 0 && !isList) return found;
  for (const name of namesIn(context)) found.push(...(yield* productsCalled(name, context)));
  const isOfIt = marks.has('pronoun') && question === undefined;
  if (isOfIt && found.length < (isList ? 2 : 1)) found.unshift(...spokenOf(context.state));
  return [...new Map(found.map((product) => [product.id, product])).values()].slice(0, maxSpokenOf);
}

function partsOf(text: string): string[] {
  return text.split(',').flatMap((clause) => clause.split(between));
}

/** Each name: "the summer one", or both sides of a comparison. */
function namesIn({ message: { text, marks } }: Context): string[] {
  const definite = partsOf(text).flatMap((part) => named.exec(part)?.[1] ?? []);
  const pair = partsOf(text.split(',').find((clause) => between.test(clause)) ?? '');
  const names = marks.has('compare') && definite.length < 2 && pair.length > 1 ? pair : definite;
  // "The marble run for a 5 year old"; a 5 year old is no product.
  const own = names.slice(0, maxParts).map((name) => name.split(/\b(?:for|from|are)\b/)[0] ?? '');
  return own.filter((name) => quantitiesIn(name).length === 0);
}

/** A product that was spoken of, or the first that a search for the name finds; for a sum only one that is clear. */
function* productsCalled(name: string, { state }: Context, isForSum = false): Course<Summary[]> {
  const { seen } = state;
  const isColor = (word: string): boolean => colorsIn(word).length > 0;
  const all = name.split(' ').filter((word) => !isWordless(word));
  const full = name
    .split(' ')
    .filter((word) => !isColor(word))
    .join(' ');
  if (all.length === 0) return [];
  // "The orange one" and "the dinos" are colours of what is spoken of.
  const own = state.shown.filter(({ colors, sizes }) => hasAll([...colors, ...sizes].join(' '), all));
  if (own.length > 0 || all.every(isColor)) return [own[0] ?? state.shown[0] ?? []].flat();
  const called = bestCalled(full, state.shown) ?? bestCalled(full, seen);
  if (called !== undefined || isTopic(name)) return called === undefined ? [] : [called];
  // "The plate" of the grill that is spoken of, and "the screwed one" of two gates.
  const isOne = /\bones?$/.test(name.trim());
  const [like, another] = (isOne ? seen : state.shown).filter((each) => hasAll(textOf(each), all));
  if (isOne || (like !== undefined && state.focus !== undefined))
    return [like ?? bestLike(full, state.shown) ?? []].flat();
  const query = all
    .filter((word) => !isColor(word))
    .join(' ')
    .slice(0, 100);
  const found = yield { tool: 'search_catalog', input: { query, limit: 5 } };
  if (found.type !== 'found') return [];
  const isSure = found.fit === 'all_words' && (found.total === 1 || !isForSum);
  const best = bestCalled(full, found.products) ?? (another === undefined ? like : undefined);
  return [best ?? (isSure ? found.products.slice(0, 1) : [])].flat();
}

/** Whether a name has nothing but what shoppers ask shops about: "the wrapping". */
function isTopic(name: string): boolean {
  const topics = topicsIn(name).flatMap((topic) => topic.split(' '));
  return topics.length > 0 && contentTerms(name).every((term) => topics.includes(term));
}

export function textOf({ title, description, colors = [], sizes = [] }: Partial<Summary>): string {
  return [title, description, ...colors, ...sizes].join(' ');
}

function hasAll(text: string, words: readonly string[]): boolean {
  return words.every((word) => mentions(text, termOf(word)));
}

/** The product whose title has all words of a name. */
function bestCalled(name: string, products: readonly Summary[]): Summary | undefined {
  return bestLike(
    name,
    products.filter((each) => isCalled(each, name)),
  );
}

/** The product whose title has most words of a name; of several, the one that ends with it, and has the fewest others. */
function bestLike(name: string, products: readonly Summary[]): Summary | undefined {
  const terms = termsOf(name);
  const scored = products.map((product) => {
    const own = termsOf(product.title);
    const isHead = termsOf(product.title.split(/[,(–]/)[0] ?? '').at(-1) === terms.at(-1);
    const count =
      terms.filter((term) => own.includes(term)).length + likeness(product.title, contentTerms(name));
    return { product, score: count === 0 ? 0 : count + Number(isHead) - own.length / 100 };
  });
  const [best] = scored.toSorted((left, right) => right.score - left.score);
  return best === undefined || best.score === 0 ? undefined : best.product;
}

/** How many of a product. */
export interface Item {
  readonly product: Summary;
  readonly count: number;
}

/** The products and pieces that are to be added up; undefined where one is not clear. */
export function* itemsIn(context: Context): Course<Item[] | undefined> {
  const { message, state } = context;
  const { focus, seen } = state;
  const isBoth = message.marks.has('both');
  const items = new Map<string, Item>();
  let [count, isOfIt] = [state.count, message.marks.has('pronoun')];
  for (const part of partsOf(message.text).slice(0, maxParts)) {
    const [, number, rest = ''] = counted.exec(part) ?? [];
    const own = Number(termOf(number ?? '1'));
    const name = rest.split(/\b(?:in|for|from|is|are|at)\b/)[0] ?? '';
    // "With shipping to Texas" is no product.
    if (isWordless(name) || isTopic(name)) {
      if (number !== undefined) [count, isOfIt] = [own, true];
      continue;
    }
    const [product] = yield* productsCalled(name, context, true);
    if (product === undefined) return undefined;
    items.set(product.id, itemOf(product, own));
  }
  const all = [...items.values()];
  if (isBoth && items.size === 0) return seen.slice(0, 2).map((product) => ({ product, count: 1 }));
  if ((focus !== undefined && items.has(focus.id)) || (!isOfIt && items.size > 0)) return all;
  return focus === undefined ? undefined : [itemOf(focus, count), ...all];
}

/** Twelve glasses are three sets of four. */
function itemOf(product: Summary, pieces: number): Item {
  const inSet = Number(termOf(/\b(?:set|pack|box) of (\w+)/i.exec(product.title)?.[1]?.toLowerCase() ?? ''));
  const isInSets = inSet > 1 && pieces > inSet && pieces % inSet === 0;
  return { product, count: isInSets ? pieces / inSet : pieces };
}
