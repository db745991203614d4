import { closestTitle } from '../../catalog/search/closest-title.ts';
import { colorsIn } from '../../catalog/search/color-shades.ts';
import { phrasesIn, stopTerms } from '../../catalog/search/retail-language.ts';
import { termsOf } from '../../catalog/search/terms.ts';
import type { Context, Course } from './state.ts';
import type { Summary } from './tool-results.ts';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
const places = [...ordinals, 'last', 'both', 'pronoun'] as const;
/** What may stand between two products. */
export const between = /\b(?:and|or|vs|versus|than)\b/;
const named =
  /\b(?:the|that|this|your|those|these)\s+(\w.+?)(?=\s+(?:is|are|do|does|will|can|come|comes|have|has|work|works|fit|fits|in|for|with|on|last|from|ok|okay)\b|\s*$)/;

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
  const isList = marks.has('compare') || marks.has('total');
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
  const isList = marks.has('compare') || marks.has('total');
  return isList && definite.length < 2 && pair.length > 1 ? pair : definite;
}

/** A product that was shown, or the first that a search for the name finds. */
function* productCalled(name: string, { message, state }: Context): Course<Summary | undefined> {
  const { shown, focus = shown[0] } = state;
  const words = name.split(' ').filter((word) => termsOf(word).some((term) => !stopTerms.has(term)));
  const query = words.filter((word) => colorsIn(word).length === 0).join(' ');
  // "The orange one" is the one that is spoken of, and "the cover" is a part of it.
  const isOwn = /\bones?$/.test(name) || message.marks.has('compare') || phrasesIn(name, 'thing').length > 0;
  const known = closestTitle(query, focus === undefined ? shown : [...shown, focus]);
  if (known !== undefined || words.length === 0) return known;
  if (query === '' || (focus !== undefined && !isOwn)) return focus;
  const found = yield { tool: 'search_catalog', input: { query: query.slice(0, 100), limit: 3 } };
  if (found.type !== 'found') return undefined;
  const isSure = found.fit === 'all_words' && (found.total === 1 || !message.marks.has('total'));
  return closestTitle(query, found.products) ?? (isSure ? found.products[0] : undefined);
}
