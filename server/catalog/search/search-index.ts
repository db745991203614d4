import { setImmediate as nextTurn } from 'node:timers/promises';
import MiniSearch, { type SearchResult } from 'minisearch';
import type { Product } from '../../db/records.ts';
import { colorTerms, withBasicColors, withBasicColorsOfWords } from './color-shades.ts';
import { stopWords, termsOf } from './terms.ts';
import { otherWordsFor } from './word-forms.ts';

/** One product as lists of indexed terms, joined by spaces. */
interface SearchDocument {
  readonly id: string;
  readonly title: string;
  readonly categories: string;
  readonly tags: string;
  /** Synonyms of the words above, to match misspelt ones. */
  readonly synonyms: string;
  readonly options: string;
  readonly brand: string;
  readonly description: string;
}

/** How many products are indexed before other events are handled: 50 take about 20 ms. */
export const productsPerTurn = 50;

type Field = Exclude<keyof SearchDocument, 'id'>;
const boost: Readonly<Record<Field, number>> = {
  title: 6,
  categories: 4,
  options: 3,
  tags: 2,
  synonyms: 1,
  brand: 2,
  description: 1,
};
const namingFields: Field[] = ['title', 'categories', 'options', 'tags', 'synonyms', 'brand'];

/** Product id to score; higher is better. */
export type Scores = ReadonlyMap<string, number>;

export interface SearchIndex {
  /** The words of a query without stop words, in their indexed form. */
  termsOf(query: string): string[];
  /** Products with all terms. If there are none, products with most of them in name, category, options or brand. */
  find(terms: readonly string[]): Scores;
  /** Products with all terms in name, category, options or brand. */
  findNamed(terms: readonly string[]): Scores;
}

/** Indexes the products' words, and yields to the event loop after every `productsPerTurn`. */
export async function buildSearchIndex(products: readonly Product[]): Promise<SearchIndex> {
  const vocabulary = new Set<string>();
  const index = createMiniSearch(vocabulary);
  for (let start = 0; start < products.length; start += productsPerTurn) {
    const documents = products.slice(start, start + productsPerTurn).map(searchDocument);
    for (const { id: _, ...fields } of documents)
      for (const term of Object.values(fields).flatMap(tokens)) vocabulary.add(term);
    index.addAll(documents);
    await nextTurn();
  }
  const search = (terms: readonly string[], combineWith: 'AND' | 'OR', fields?: Field[]): SearchResult[] =>
    index.search(terms.join(' '), { combineWith, ...(fields === undefined ? {} : { fields }) });
  return {
    termsOf: queryTerms,
    find(terms) {
      const all = search(terms, 'AND');
      return scoresOf(all.length > 0 ? all : bestPartial(search(terms, 'OR', namingFields), terms.length));
    },
    findNamed: (terms) => scoresOf(search(terms, 'AND', namingFields)),
  };
}

function searchDocument(product: Product): SearchDocument {
  const title = termsOf(product.title);
  const options = termsOf(product.variants.flatMap((variant) => Object.values(variant.options)).join(' '));
  const colors = [...withBasicColorsOfWords(colorTerms(title)), ...withBasicColors(colorTerms(options))];
  const categories = termsOf(product.categories.join(' '));
  const tags = termsOf(product.tags.join(' '));
  const named = new Set([...title, ...categories, ...tags]);
  return {
    id: product.id,
    title: title.join(' '),
    categories: categories.join(' '),
    tags: tags.join(' '),
    synonyms: [...named].flatMap(otherWordsFor).join(' '),
    options: [...new Set([...options, ...colors])].join(' '),
    brand: termsOf(product.brand ?? '').join(' '),
    description: termsOf(product.description).join(' '),
  };
}

function tokens(text: string): string[] {
  return text === '' ? [] : text.split(' ');
}

const maxQueryTerms = 24;

function queryTerms(query: string): string[] {
  return [...new Set(termsOf(query))].filter((term) => !stopWords.has(term)).slice(0, maxQueryTerms);
}

/** The products with the most terms, if these are at least half. */
function bestPartial(results: readonly SearchResult[], termCount: number): SearchResult[] {
  const most = Math.max(0, ...results.map((result) => result.queryTerms.length));
  if (most * 2 < termCount) return [];
  return results.filter((result) => result.queryTerms.length === most);
}

function scoresOf(results: readonly SearchResult[]): Scores {
  return new Map(results.map((result) => [String(result.id), result.score]));
}

// Short words are similar to too many others, unless they have no vowel: "shrts" is indexed as "shrt".
function mayBeMisspelt(term: string): boolean {
  return !/\d/.test(term) && (term.length > 4 || (term.length === 4 && !/[aeiouy]/.test(term)));
}

function createMiniSearch(vocabulary: ReadonlySet<string>): MiniSearch<SearchDocument> {
  return new MiniSearch<SearchDocument>({
    fields: Object.keys(boost),
    tokenize: tokens,
    processTerm: (term) => term,
    searchOptions: {
      boost,
      // A word of the shop's own is spelt right: a fuzzy search would find boats for coats.
      fuzzy: (term) => !vocabulary.has(term) && mayBeMisspelt(term) && 0.25,
      prefix: (term) => term.length > 2,
      maxFuzzy: 2,
    },
  });
}
