import { setImmediate as nextTurn } from 'node:timers/promises';
import MiniSearch, { type SearchResult } from 'minisearch';
import { stopWords, termsOf } from '../catalog/search/terms.ts';
import type { KnowledgeDocument, Passage } from '../db/records.ts';
import { createVersionCache, type VersionCache, type VersionedSource } from '../support/version-cache.ts';
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

/** The searchable knowledge of each store. */
export type KnowledgeStore = VersionCache<KnowledgeIndex>;

/** `source` has the documents of each store: the knowledge repository. */
export function createKnowledgeStore(source: VersionedSource<KnowledgeDocument>): KnowledgeStore {
  return createVersionCache(source, buildKnowledgeIndex);
}

/** One passage as lists of indexed terms, joined by spaces. */
type SearchFields = Readonly<Record<keyof typeof boost, string>>;

interface IndexedPassage extends SearchFields {
  readonly id: number;
}

const boost = { title: 4, related: 1, text: 1 };
const passagesPerTurn = 20;
const maxQueryTerms = 24;
const maxPassages = 4;

/** Indexes the passages of all documents, and yields to the event loop after every `passagesPerTurn`. */
export async function buildKnowledgeIndex(documents: readonly KnowledgeDocument[]): Promise<KnowledgeIndex> {
  const passages = documents.flatMap((document) =>
    document.passages.map((passage) => ({ ...passage, source: document.source })),
  );
  const index = new MiniSearch<IndexedPassage>({
    fields: Object.keys(boost),
    tokenize: tokens,
    processTerm: (term) => term,
  });
  const words = new Set<string>();
  for (const [id, passage] of passages.entries()) {
    const fields = searchFields(passage);
    for (const term of Object.values(fields).flatMap(tokens)) words.add(term);
    index.add({ id, ...fields });
    if (id % passagesPerTurn === 0) await nextTurn();
  }
  const vocabulary = [...words];
  return {
    search(question) {
      const terms = queryTerms(question);
      return relevant(searchAny(index, vocabulary, terms), terms.length)
        .slice(0, maxPassages)
        .flatMap(({ id }) => passages[Number(id)] ?? []);
    },
  };
}

function searchFields({ title, text }: Passage): SearchFields {
  const words = termsOf(title);
  return {
    title: words.join(' '),
    related: relatedWords(words).join(' '),
    text: termsOf(text).join(' '),
  };
}

function tokens(text: string): string[] {
  return text === '' ? [] : text.split(' ');
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
function searchAny(
  index: MiniSearch<IndexedPassage>,
  vocabulary: readonly string[],
  terms: readonly string[],
): SearchResult[] {
  if (terms.length === 0) return [];
  const options = { boost, combineWith: 'OR' as const, prefix: (term: string) => term.length > 3 };
  const isKnown = (stem: string): boolean => vocabulary.some((word) => word.startsWith(stem));
  const queries = terms.map((term) => {
    const stem = stemOf(term);
    if (isKnown(stem)) return stem;
    return { queries: [term], fuzzy: term.length > 4 && !/\d/.test(term) && 0.2 };
  });
  return index.search({ ...options, queries });
}

/**
 * Passages with at least half of the words, or with one of them in the title, that score at least a third of the best one:
 * the rest only mention a word of the question.
 */
function relevant(results: readonly SearchResult[], termCount: number): SearchResult[] {
  const best = results[0]?.score ?? 0;
  return results.filter(
    ({ score, queryTerms: found, match }) =>
      score * 3 >= best &&
      (found.length * 2 >= termCount || Object.values(match).some((fields) => fields.includes('title'))),
  );
}
