import MiniSearch, { type SearchResult } from 'minisearch';
import { stopWords, termsOf } from '../catalog/search/terms.ts';
import type { KnowledgeDocument, Passage } from '../db/records.ts';
import { relatedWords } from './related-words.ts';

/** A passage with the source of its document. */
export interface FoundPassage extends Passage {
  readonly source: string;
}

/** One store's knowledge, indexed for search. Immutable. */
export interface KnowledgeIndex {
  /** The passages about a question, best first; none when they share too few words with it. */
  search(question: string): FoundPassage[];
}

/** One passage as lists of indexed terms, joined by spaces. */
interface SearchDocument {
  readonly id: number;
  readonly title: string;
  readonly related: string;
  readonly text: string;
}

const boost = { title: 4, related: 1, text: 1 };
const passagesPerTurn = 200;
const maxQueryTerms = 24;
const maxPassages = 4;

/** Indexes the passages of all documents, and yields to the event loop after every `passagesPerTurn`. */
export async function buildKnowledgeIndex(documents: readonly KnowledgeDocument[]): Promise<KnowledgeIndex> {
  const passages = documents.flatMap((document) =>
    document.passages.map((passage) => ({ ...passage, source: document.source })),
  );
  const index = new MiniSearch<SearchDocument>({
    fields: Object.keys(boost),
    tokenize: (text) => (text === '' ? [] : text.split(' ')),
    processTerm: (term) => term,
  });
  await index.addAllAsync(passages.map(searchDocument), { chunkSize: passagesPerTurn });
  return {
    search(question) {
      const terms = queryTerms(question);
      return relevant(searchAny(index, terms), terms.length)
        .slice(0, maxPassages)
        .flatMap(({ id }) => passages[Number(id)] ?? []);
    },
  };
}

function searchDocument({ title, text }: Passage, id: number): SearchDocument {
  const words = termsOf(title);
  return {
    id,
    title: words.join(' '),
    related: relatedWords(words).join(' '),
    text: termsOf(text).join(' '),
  };
}

const wordsOfQuestions = `after already also before but did else faq had happen how information just know let long many
  may might much must policy question shall should tell then too use was way were when where whether which while why
  will work yet`;
const plainWords = new Set([...stopWords, ...termsOf(wordsOfQuestions)]);

function queryTerms(question: string): string[] {
  const terms = termsOf(question).filter((term) => term.length > 1 && !plainWords.has(term));
  return [...new Set(terms)].slice(0, maxQueryTerms);
}

/** Terms match the beginnings of words: `delivered` then finds `delivery`, and `shipped` finds `shipping`. */
function stemOf(term: string): string {
  const stem = term.replace(/(?:ing|ed|y)$/, '').replace(/([^aeiou])\1$/, '$1');
  return stem.length < 4 ? term : stem;
}

/** Misspelt words match similar ones, where no word begins with them. */
function searchAny(index: MiniSearch<SearchDocument>, terms: readonly string[]): SearchResult[] {
  if (terms.length === 0) return [];
  const options = { boost, combineWith: 'OR' as const, prefix: (term: string) => term.length > 3 };
  const isKnown = (stem: string): boolean => index.search(stem, options).length > 0;
  const queries = terms.map((term) => {
    const stem = stemOf(term);
    if (isKnown(stem)) return stem;
    return { queries: [term], fuzzy: term.length > 4 && !/\d/.test(term) && 0.2 };
  });
  return index.search({ ...options, queries });
}

/** Passages with at least half of the words, or with one of them in the title. */
function relevant(results: readonly SearchResult[], termCount: number): SearchResult[] {
  return results.filter(
    ({ queryTerms: found, match }) =>
      found.length * 2 >= termCount || Object.values(match).some((fields) => fields.includes('title')),
  );
}
