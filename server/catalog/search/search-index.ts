import { setImmediate as nextTurn } from 'node:timers/promises';
import MiniSearch, { type QueryCombination, type SearchResult } from 'minisearch';
import type { Synonyms } from '../../config/synonyms.ts';
import type { Product } from '../../db/records.ts';
import { colorTerms, withBasicColors, withBasicColorsOfWords } from './color-shades.ts';
import { stopWords, termsOf, wordsOf } from './terms.ts';
import { type KnownWord, Vocabulary, type WordPlace } from './vocabulary.ts';
import { isPerson, isPlural, singular, wordForm } from './word-forms.ts';

/** One product as lists of indexed terms, joined by spaces. */
interface SearchDocument {
  readonly id: string;
  readonly title: string;
  /** The last word of the title, which says what the product is: a coat hook is no coat. */
  readonly kind: string;
  readonly categories: string;
  readonly tags: string;
  readonly brand: string;
  readonly options: string;
  readonly description: string;
}

/** How many products are indexed before other events are handled: 50 take about 20 ms. */
export const productsPerTurn = 50;

type Field = Exclude<keyof SearchDocument, 'id'>;
const boost: Readonly<Record<Field, number>> = {
  title: 6,
  kind: 6,
  categories: 4,
  options: 3,
  tags: 2,
  brand: 2,
  description: 1,
};
const fieldsOf: Readonly<Record<WordPlace, Field[]>> = {
  name: ['title', 'kind', 'categories', 'tags', 'brand'],
  option: ['title', 'kind', 'categories', 'tags', 'brand', 'options'],
  description: Object.keys(boost) as Field[],
};

/** Product id to score; higher is better. */
export type Scores = ReadonlyMap<string, number>;

/** What became of the words of a query. Words are spelt as in the query. */
export interface WordReport {
  /** No product has these words: they were ignored, or nothing was found. */
  readonly unknown: readonly string[];
  /** Searched for the shop's words `instead`. */
  readonly similar: readonly { readonly word: string; readonly instead: readonly string[] }[];
  /** No product has these words and the rest: the results match the rest. */
  readonly unmatched: readonly string[];
  /** The last word, which says what the product is, is in descriptions only. */
  readonly onlyMentioned: boolean;
}

export interface SearchIndex {
  /** `scores` is undefined for a query without searchable words. */
  find(query: string): { readonly scores: Scores | undefined; readonly words: WordReport };
  /** Products that have one of these words anywhere. */
  findAny(words: readonly string[]): ReadonlySet<string>;
}

/** Indexes the products' words, and yields to the event loop after every `productsPerTurn`. */
export async function buildSearchIndex(
  products: readonly Product[],
  own: Synonyms = new Map(),
): Promise<SearchIndex> {
  const formOf = (word: string): string => wordForm(own.get(word) ?? own.get(singular(word)) ?? word);
  const vocabulary = new Vocabulary();
  const index = new MiniSearch<SearchDocument>({
    fields: Object.keys(boost),
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
    searchOptions: { boost },
  });
  for (let start = 0; start < products.length; start += productsPerTurn) {
    const batch = products.slice(start, start + productsPerTurn);
    for (const product of batch) addWords(vocabulary, product, formOf);
    index.addAll(batch.map((product) => searchDocument(product, formOf)));
    await nextTurn();
  }
  for (const [spelling, word] of own) vocabulary.addSpelling(spelling, wordForm(word));
  return {
    find: (query) => findWords(index, queryWords(query, vocabulary, formOf)),
    findAny(words) {
      const known = queryWords(words.join(' '), vocabulary, formOf).filter(isUsable);
      const results =
        known.length === 0 ? [] : index.search({ combineWith: 'OR', queries: known.map(queryOf) });
      return new Set(results.map(({ id }) => String(id)));
    },
  };
}

type FormOf = (word: string) => string;

function namesOf({ title, categories, tags, brand = '' }: Product): string {
  return [title, ...categories, ...tags, brand].join(' ');
}

function optionsOf({ variants }: Product): string {
  return variants.flatMap((variant) => Object.values(variant.options)).join(' ');
}

function addWords(vocabulary: Vocabulary, product: Product, formOf: FormOf): void {
  const add = (text: string, place: WordPlace): void => {
    for (const word of wordsOf(text)) vocabulary.add(word, formOf(word), place);
  };
  add(namesOf(product), 'name');
  add(`${optionsOf(product)} ${colorsOf(product).join(' ')}`, 'option');
  add(product.description, 'description');
}

function colorsOf(product: Product): string[] {
  const options = withBasicColors(colorTerms(termsOf(optionsOf(product))));
  return [...withBasicColorsOfWords(colorTerms(termsOf(product.title))), ...options];
}

function searchDocument(product: Product, formOf: FormOf): SearchDocument {
  const forms = (text: string): string => wordsOf(text).map(formOf).join(' ');
  return {
    id: product.id,
    title: forms(product.title),
    kind:
      forms(product.title.split(afterThing)[0] ?? '')
        .split(' ')
        .at(-1) ?? '',
    categories: forms(product.categories.join(' ')),
    tags: forms(product.tags.join(' ')),
    brand: forms(product.brand ?? ''),
    options: [...new Set(`${forms(optionsOf(product))} ${colorsOf(product).join(' ')}`.split(' '))].join(' '),
    description: forms(product.description),
  };
}

/** A word of a query, and what it stands for here. */
type QueryWord = { readonly word: string; readonly isLast: boolean } & KnownWord;
type Usable = Exclude<QueryWord, { readonly type: 'unknown' }>;

function isUsable(word: QueryWord): word is Usable {
  return word.type !== 'unknown';
}

const maxQueryWords = 24;

function queryWords(query: string, vocabulary: Vocabulary, formOf: FormOf): QueryWord[] {
  const parts = query
    .split(afterThing)
    .map((part) => wordsOf(part).filter((word) => !stopWords.has(wordForm(word))));
  const thing = parts.find((part) => part.length > 0) ?? [];
  // What the product is comes last, in "hiking boots" and in "boots for hiking".
  const words = [...parts.filter((part) => part !== thing).flat(), ...thing];
  const joined = joinCompounds([...new Set(words)].slice(-maxQueryWords), vocabulary, formOf);
  const resolved = joined.map((word, at): QueryWord => ({
    word,
    isLast: at === joined.length - 1,
    ...vocabulary.resolve(formOf(word)),
  }));
  // Words of names come last: "winter warm" is something for winter, "trousers 32 waist" are trousers.
  const rank = (word: QueryWord): number =>
    word.type === 'unknown' || word.place === 'description' ? 0 : word.place === 'option' ? 1 : 2;
  return resolved.toSorted((left, right) => rank(left) - rank(right));
}

const afterThing = /\b(?:for|with|without|in|to|that|which|from|made|by|under)\b|,/i;

/** "tea pot" becomes "teapot" where that is a name. */
function joinCompounds(words: readonly string[], vocabulary: Vocabulary, formOf: FormOf): string[] {
  return words.reduce<string[]>((joined, word) => {
    const both = `${joined.at(-1) ?? ''}${word}`;
    const isName = joined.length > 0 && vocabulary.placeOf(formOf(both)) === 'name';
    return isName ? [...joined.slice(0, -1), both] : [...joined, word];
  }, []);
}

function queryOf({ type, forms }: Usable): QueryCombination {
  return { combineWith: type === 'all' ? 'AND' : 'OR', queries: [...forms] };
}

/** Products with all words, the last one in their names; without such products, the first words are dropped one by one. */
function findWords(
  index: MiniSearch<SearchDocument>,
  words: readonly QueryWord[],
): ReturnType<SearchIndex['find']> {
  const known = words.filter(isUsable);
  const last = known.at(-1);
  const report = {
    unknown: words.filter(({ type }) => type === 'unknown').map(({ word }) => word),
    similar: words.flatMap((each) =>
      each.type === 'similar' ? [{ word: each.word, instead: each.words }] : [],
    ),
    onlyMentioned: last?.place === 'description',
  };
  // Fewer than half of the words would be another product, and so would a product that only mentions one of them.
  const fewest = report.onlyMentioned ? words.length : words.length / 2;
  const mostDropped = known.length - Math.max(1, fewest);
  for (let dropped = 0; dropped <= mostDropped; dropped += 1) {
    const rest = known.slice(dropped);
    const results = searchAll(index, rest);
    const ignored = [...report.unknown, ...known.slice(0, dropped).map(({ word }) => word)];
    if (results.length > 0 && namesProduct(words, ignored)) {
      return {
        scores: scoresOf(results),
        words: { ...report, unmatched: known.slice(0, dropped).map(({ word }) => word) },
      };
    }
  }
  return {
    scores: words.length === 0 ? undefined : new Map(),
    words: { ...report, unmatched: known.map(({ word }) => word) },
  };
}

/**
 * Whether enough words matched to say what the product is: at least half of them, and the last one or a plural. A
 * "waterproof drone" is not anything waterproof, while "waterproof jackets mate" are jackets.
 */
function namesProduct(words: readonly QueryWord[], ignored: readonly string[]): boolean {
  const matched = words.filter(({ word }) => !ignored.includes(word));
  const isNamed = matched.some(({ word, isLast }) => isLast || isPlural(word));
  return isNamed && matched.length * 2 >= words.length;
}

// Whom a product is for is in its names: a description may mention the men's version.
function describing(word: Usable): QueryCombination {
  return word.forms.some(isPerson) ? { ...queryOf(word), fields: fieldsOf.name } : queryOf(word);
}

function searchAll(index: MiniSearch<SearchDocument>, words: readonly Usable[]): SearchResult[] {
  const last = words.at(-1);
  if (last === undefined) return [];
  const search = (described: readonly Usable[], fields: Field[]): SearchResult[] =>
    index.search({
      combineWith: 'AND',
      queries: [...described.map(describing), { ...queryOf(last), fields }],
    });
  const described = words.slice(0, -1);
  const kinds = search(described, ['kind', 'categories', 'tags']);
  // A shirt dress is no dress shirt: what several products are is not searched in the middle of titles.
  const isKind = kinds.length > 1 || search([], ['kind']).length > 1;
  return isKind ? kinds : search(described, fieldsOf[last.place]);
}

function scoresOf(results: readonly SearchResult[]): Scores {
  return new Map(results.map((result) => [String(result.id), result.score]));
}
