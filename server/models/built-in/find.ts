import { colorsIn } from '../../catalog/search/color-shades.ts';
import { contentTerms, isWordless, phrasesIn } from '../../catalog/search/retail-language.ts';
import { listed, plainText } from '../../support/plain-text.ts';
import { lookAt } from './ask-product.ts';
import { inFull, numbered } from './describe.ts';
import { type About, passagesAbout } from './ask-shop.ts';
import { choiceOf, isStatement, type Message, readMessage } from './read-message.ts';
import { others } from './references.ts';
import type { Context, Course, State } from './state.ts';
import {
  type Found,
  listedIn,
  pageLength,
  type SearchFilters,
  type SearchInput,
  type Summary,
  unreachable,
} from './tool-results.ts';
import { replies } from './words/replies.ts';

const maxLimit = 20;
const maxClosest = 3;
/** What share of its words the products may lack: a question is rather about something else. */
const [maxLackingOfQuestion, maxLackingOfWish] = [0.4, 0.6];
const wishes = ['wants', 'cheapest', 'cheaper', 'onSale', 'more'] as const;

/**
 * Searches for what a message wishes, and lists what fits or comes closest; or quotes the shop's text where a question
 * has more of its words there.
 */
export function* find(context: Context): Course {
  const { message, state } = context;
  const { said, marks } = message;
  const searches = searchesFor(message, state);
  const isWish = wishes.some((mark) => marks.has(mark)) || others.test(said);
  const isOpen = !isWish && (message.isQuestion || isStatement(said));
  let about: About | undefined;
  let reply: string = replies.unclear;
  for (const input of searches) {
    if (isOpen && input.match !== 'all') about ??= yield* passagesAbout(said, context);
    if (about?.missing === 0) return about.texts.join('\n\n');
    const found = yield { tool: 'search_catalog', input };
    if (found.type !== 'found') return unreachable(found);
    if (found.shop_says !== undefined) return plainText(found.shop_says, 300);
    // The price may have been read in the minor units of another currency.
    const own = readMessage(said, found.currency);
    if (JSON.stringify(own.filters) !== JSON.stringify(message.filters))
      return yield* find({ ...context, message: own, state: { ...state, currency: found.currency } });
    const products = listedIn(found);
    const [only, another] = products;
    const isOffer = marks.has('price') || marks.has('stock') || Object.keys(choiceOf(message)).length > 0;
    if (isOffer && only !== undefined && another === undefined) return yield* lookAt(only, context);
    const isAll = input.query === undefined && input.filters === undefined;
    const list = `${isAll ? shopHas(found) : ''}${phraseFound(found, products)}`;
    const maxLacking =
      contentTerms(input.query ?? '').length * (isOpen ? maxLackingOfQuestion : maxLackingOfWish);
    if (only !== undefined && contentTerms(only.missing_words.join(' ')).length <= maxLacking)
      return marks.has('safety') ? `${list}\n\n${replies.safety} ${replies.check()}.` : list;
    const unknown = `${replies.unknown} ${replies.ask(about?.contact)}`;
    const nothing = `${replies.foundNothing} ${shopHas(found)}${replies.yes}`;
    reply = isOpen || message.topics.length > 0 ? unknown : nothing;
    if (marks.has('cheaper')) reply = replies.nothingCheaper;
  }
  // The shop may have written about what it does not sell.
  if (about === undefined && reply.startsWith(replies.foundNothing))
    about = yield* passagesAbout(said, context);
  return about?.missing === 0 ? about.texts.join('\n\n') : reply;
}

/** The searches that are tried until one finds something: all words first, sizes and colours as mere words last. */
function searchesFor(message: Message, state: State): SearchInput[] {
  const { said, things, marks, query, filters } = message;
  const { search } = state;
  const cheaper = cheaperThan(marks, state);
  const isGeneral = search !== undefined && phrasesIn(search.query ?? '', 'thing').length === 0;
  const kept = isGeneral || /\b(?:only|just)\b/.test(said) ? search?.filters : {};
  const own = searchFor(query, { ...kept, ...filters, ...cheaper });
  const isNew = own.query !== undefined || (search === undefined && Object.keys(own).length > 1);
  const isAll = search === undefined && (marks.has('wants') || marks.has('cheapest'));
  const old = things.length === 0 && search !== undefined ? [changed(message, search, state)] : [];
  const isOnlyOld = old.length > 0 && (marks.has('cheaper') || marks.has('pronoun') || !isNew);
  const news = isNew || isAll ? [own] : [];
  const searches = isOnlyOld ? old : [...news, ...old];
  const sort = marks.has('cheapest') ? { sort: 'price_asc' as const } : {};
  const [first] = searches.map((input) => ({ ...input, ...sort }));
  if (first === undefined) return [];
  const { color, size, ...rest } = first.filters ?? {};
  const words = [color, first.query, size].filter(Boolean).join(' ');
  const asWords = (color ?? size) === undefined ? [] : [{ ...first, query: words, filters: rest }];
  const strict = searches.map((input): SearchInput => ({ ...input, ...sort, match: 'all' }));
  return [...strict, { ...first, limit: maxClosest }, ...asWords];
}

/** The last search with what a message changes in it. */
function changed({ query, filters, marks }: Message, old: SearchInput, state: State): SearchInput {
  const { exclude: unwanted = [], ...before } = old.filters ?? {};
  const words = new Set(`${query} ${old.query ?? ''}`.trim().split(' '));
  const exclude = [...new Set([...unwanted, ...(filters.exclude ?? [])])];
  const all = { ...before, ...filters, ...(exclude.length > 0 && { exclude }), ...cheaperThan(marks, state) };
  return searchFor([...words].join(' '), all);
}

/** "Cheaper" is below the product that is spoken of, or below all that were listed. */
function cheaperThan(marks: Message['marks'], { focus, shown }: State): Pick<SearchFilters, 'price'> {
  const amounts = (focus === undefined ? shown : [focus]).map(({ price }) => price.amount);
  if (!marks.has('cheaper') || amounts.length === 0) return {};
  return { price: { max: Math.max(0, Math.min(...amounts) - 1) } };
}

/** The colours of a text are filters: a variant must have them together with the size. */
function searchFor(text: string, filters: SearchFilters): SearchInput {
  const words = text.split(' ').filter((word) => colorsIn(word).length === 0);
  const isEmpty = words.every(isWordless);
  const all = { ...filters, ...choiceOf({ filters, query: text }) };
  const query = isEmpty ? '' : words.join(' ').slice(0, 300);
  return { ...(query && { query }), ...(Object.keys(all).length > 0 && { filters: all }), limit: pageLength };
}

/** The next page of the last search. */
export function* showMore({ state: { search, shown, total } }: Context): Course {
  if (search === undefined) return replies.unclear;
  if (total <= shown.length || shown.length >= maxLimit) return replies.noMore;
  const limit = Math.min(maxLimit, shown.length + pageLength);
  const found = yield { tool: 'search_catalog', input: { ...search, limit } };
  if (found.type !== 'found') return unreachable(found);
  const rest = found.products.slice(shown.length);
  return `${numbered(rest)}${sayMore(found.total - shown.length - rest.length)}`;
}

function sayMore(rest: number): string {
  return rest > 0 ? `\n\nSay “more” for ${rest === 1 ? 'one more' : `${rest} more`}.` : '';
}

function phraseFound(
  { did_you_mean: [similar] = [], fit, total }: Found,
  products: readonly Summary[],
): string {
  const words = similar?.instead.map((word) => `“${plainText(word, 40)}”`).join(' or ');
  const meant = words === undefined ? '' : `Did you mean ${words}? `;
  const [only] = products;
  const about = only === undefined || products.length > 1 ? '' : `\n\n${inFull(only)}`;
  if (fit === 'closest') return `${meant}${replies.closest}\n\n${numbered(products)}${about}`;
  const count = Math.max(total, products.length);
  const rest = sayMore(count - products.length);
  return `${meant}I found ${count === 1 ? 'one' : count}:\n\n${numbered(products)}${about}${rest}`;
}

/** What the shop sells. */
function shopHas({ categories = [] }: Found): string {
  const names = categories.map(({ name }) => name);
  return names.length === 0 ? '' : `It has ${listed(names, 10)}. `;
}
