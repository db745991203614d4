import { closestTitle, isCalled } from '../../catalog/search/closest-title.ts';
import { colorsIn } from '../../catalog/search/color-shades.ts';
import { isWordless, phrasesIn } from '../../catalog/search/retail-language.ts';
import { termOf } from '../../catalog/search/terms.ts';
import { topicsIn } from '../../knowledge/knowledge-index.ts';
import { named, number as numbers } from './read-message.ts';
import type { Context, Course } from './state.ts';
import type { Summary } from './tool-results.ts';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
const places = [...ordinals, 'last', 'both', 'pronoun'] as const;
/** What may stand between two products. */
const between = /\b(?:and|or|vs|versus|than|with|plus)\b/;
const counted = new RegExp(
  `^(?:.*?\\b${numbers}\\b|(?:[^\\p{L}\\p{N}]|(?:ok|add|take|get|buy|need|for|of)\\b)*)(.*)$`,
  'u',
);

/** Some that are asked for: "which board can". */
export const others =
  /\b(?:what|which|any|other) (?!is\b|does\b|was\b|has\b|sizes?\b)(?:\w+ )?\w+(?:s| (?:can|could|is|are|do|does|will))\b/;

/** How many of a product. */
export interface Item {
  readonly product: Summary;
  readonly count: number;
}

/** Whether a message speaks of certain products: "the torch", "is it", "the first one". */
export function isDefinite({ message: { text, marks } }: Context): boolean {
  return named.test(text) || places.some((mark) => marks.has(mark));
}

/** The products that a message speaks of, by place, by name or as "it". Names that were not shown are searched for. */
export function* referredProducts(context: Context): Course<Summary[]> {
  const { marks } = context.message;
  const { shown, focus = shown[0] } = context.state;
  if (marks.has('both')) return shown.slice(0, 2);
  const found = ordinals.flatMap((ordinal, at) => (marks.has(ordinal) ? (shown[at] ?? []) : []));
  if (marks.has('last')) found.push(...shown.slice(-1));
  const isList = marks.has('compare');
  const names = namesIn(context);
  if (focus !== undefined && marks.has('pronoun') && (names.length === 0 || isList)) found.push(focus);
  for (const name of found.length === 0 || isList ? names : []) {
    const product = yield* productCalled(name, context);
    if (product !== undefined) found.push(product);
  }
  return found.filter(({ id }, at) => found.findIndex((each) => each.id === id) === at);
}

/** Each name: "the summer one", or both sides of a comparison. */
function namesIn({ message: { text, marks } }: Context): string[] {
  const clauses = text.split(',').slice(0, 8);
  const parts = clauses.flatMap((clause) => clause.split(between));
  const definite = parts.flatMap((part) => named.exec(part)?.[1] ?? []);
  const pair = clauses.find((clause) => between.test(clause))?.split(between) ?? [];
  return marks.has('compare') && definite.length < 2 && pair.length > 1 ? pair : definite;
}

/** The products and pieces that are to be added up; undefined where one is not clear. */
export function* itemsIn(context: Context): Course<Item[] | undefined> {
  const { message, state } = context;
  const { marks } = message;
  const items: Item[] = [];
  let [count, isOfIt] = [state.count, marks.has('pronoun') || marks.has('both')];
  const clauses = message.text.split(',').slice(0, 8);
  for (const part of clauses.flatMap((clause) => clause.split(between))) {
    const [, number, name = ''] = counted.exec(part) ?? [];
    const own = Number(termOf(number ?? '1'));
    // "With shipping to Texas" is no product.
    if (isWordless(name) || topicsIn(name).length > 0)
      [count, isOfIt] = number === undefined ? [count, isOfIt] : [own, true];
    else {
      const product = yield* productCalled(name, context, true);
      if (product === undefined) return undefined;
      if (items.every((each) => each.product.id !== product.id)) items.push(itemOf(product, own));
    }
  }
  const { focus, shown } = state;
  if (marks.has('both') && items.length === 0)
    return shown.slice(0, 2).map((product) => ({ product, count: 1 }));
  if (items.some(({ product }) => product.id === focus?.id) || (!isOfIt && items.length > 0)) return items;
  return focus === undefined ? undefined : [itemOf(focus, count), ...items];
}

/** Twelve glasses are three sets of four. */
function itemOf(product: Summary, pieces: number): Item {
  const inSet = Number(termOf(/\b(?:set|pack|box) of (\w+)/i.exec(product.title)?.[1]?.toLowerCase() ?? ''));
  const isInSets = inSet > 1 && pieces > inSet && pieces % inSet === 0;
  return { product, count: isInSets ? pieces / inSet : pieces };
}

/** A product that was shown, or the one that a search for the name finds; for a sum, only one that is called so. */
function* productCalled(name: string, { state }: Context, isForSum = false): Course<Summary | undefined> {
  const { shown, focus = shown[0] } = state;
  const words = name.split(' ').filter((word) => !isWordless(word));
  const query = words.filter((word) => colorsIn(word).length === 0).join(' ');
  const close = closestTitle(query, focus === undefined ? shown : [...shown, focus]);
  if (words.length === 0 || (close !== undefined && isCalled(close, query))) return close;
  // "The torch" is not the bottle that was spoken of.
  const isOwn = phrasesIn(name, 'thing').length > 0;
  const fallback = isForSum ? undefined : (close ?? (isOwn ? undefined : focus));
  if (query === '') return fallback ?? focus;
  const found = yield { tool: 'search_catalog', input: { query: query.slice(0, 100), limit: 3 } };
  if (found.type !== 'found') return close;
  const best = closestTitle(query, found.products);
  if (best !== undefined && isCalled(best, query)) return best;
  const isSure = found.fit === 'all_words' && found.total === 1;
  return isSure ? found.products[0] : fallback;
}
