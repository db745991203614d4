import { setImmediate as nextTurn } from 'node:timers/promises';
import { asTerm, type Phrase, thingTerm } from './lexicon.ts';
import { maskOf, type Place, Postings } from './postings.ts';
import { audienceTerm, type Concept, type Language, readQuery } from './read-query.ts';
import { type Match, rank, weightsOf } from './relevance.ts';
import { termOf, wordsOf } from './terms.ts';
import { Vocabulary } from './vocabulary.ts';

/** A text with its parts by weight: a product, or a passage of a shop's own texts. */
export interface SearchDocument {
  readonly title: string;
  /** Categories, tags and brand. */
  readonly labels?: string;
  /** Colours and sizes. */
  readonly options?: string;
  readonly text: string;
  /** What it is or is about, as phrases of the lexicon. */
  readonly things: Iterable<Phrase>;
  /** Whom it is for; empty for everybody. */
  readonly audience?: ReadonlySet<string>;
}

export interface Found {
  /** Best first; undefined for a query that has no words to search for. */
  readonly matches: readonly Match[] | undefined;
  /** Words that no document has. */
  readonly unknown: readonly string[];
  /** Misspelt or incomplete words, and the index's words that were searched `instead`. */
  readonly similar: readonly { readonly word: string; readonly instead: readonly string[] }[];
  /** Words after "without" and the like. */
  readonly excluded: readonly string[];
  /** Words of the query that a document does not have. */
  missingIn(id: number): string[];
}

/** Undefined for all documents. */
export type Allowed = ((id: number) => boolean) | undefined;

export interface RankedIndex {
  /** The documents that fit a query, all or only some of its words. `allowed` says which may, without what is excluded. */
  find(query: string, allowed?: (excluded: readonly string[]) => Allowed): Found;
  /** The concepts of a text, and how well each document has them, whatever it is. */
  weigh(text: string): WeighedConcept[];
  having(text: string): Having;
}

/** `weights`: of each document, from 0 to 1. */
export interface WeighedConcept {
  readonly concept: Concept;
  readonly weights: Float32Array;
}

/** The documents that are or have what a text says, and those whose longer text only mentions it. */
export interface Having {
  readonly named: ReadonlySet<number>;
  readonly mentioned: ReadonlySet<number>;
  /** The terms that stand for it. */
  readonly terms: ReadonlySet<string>;
}

/** How many documents are indexed before other events are handled. */
export const documentsPerTurn = 50;

/** Indexes documents, and yields to the event loop after every `documentsPerTurn`. */
export async function buildRankedIndex(
  documents: Iterable<SearchDocument>,
  language: Language,
): Promise<RankedIndex> {
  const vocabulary = new Vocabulary();
  const postings = new Postings();
  let count = 0;
  for (const document of documents) {
    postings.add(count, placesOfTerms(document, vocabulary, language));
    count += 1;
    if (count % documentsPerTurn === 0) await nextTurn();
  }
  postings.seal();
  return {
    find(text, allowed) {
      const query = readQuery(text, language, vocabulary);
      const { concepts, excluded } = query;
      const { matches, unknown, missingIn } = rank(query, postings, count, allowed?.(excluded));
      const similar = concepts.filter((concept) => concept.similar.length > 0);
      return {
        matches: concepts.length === 0 ? undefined : matches,
        unknown,
        similar: similar.map(({ typed, similar: instead }) => ({ word: typed, instead })),
        excluded,
        missingIn,
      };
    },
    weigh(text) {
      const { concepts } = readQuery(text, language, vocabulary);
      return concepts.map((concept) => ({ concept, weights: weightsOf(concept, false, postings, count) }));
    },
    having(text) {
      const { concepts } = readQuery(text, language, vocabulary);
      const alternatives = concepts.flatMap(({ things, words }) => [
        ...things.map(({ phrase }) => [thingTerm(phrase)]),
        ...words.map(({ terms }) => terms),
      ]);
      const idsIn = (...some: Place[]): Set<number> =>
        new Set(alternatives.flatMap((terms) => postings.idsWith(terms, maskOf(...some))));
      const terms = new Set(alternatives.flat());
      return { named: idsIn('thing', 'title', 'label', 'option'), mentioned: idsIn('text'), terms };
    },
  };
}

const hyphenated = /\p{L}+-\p{L}+/gu;
/** "Not for the microwave" does not make a cup one for the microwave. */
const denied =
  /\b(not (?:suitable )?for|never in|not put in|unsuitable for)(?: (?:the|a|an|in|raw|any|use))* [\p{L}-]+/giu;
/** "Down-free" is not down. */
const freeOf = /(\p{L}{3,})[- ]free\b/giu;
const nobody: ReadonlySet<string> = new Set();

function placesOfTerms(
  document: SearchDocument,
  vocabulary: Vocabulary,
  language: Language,
): Map<string, number> {
  const { title, labels = '', options = '', text, things, audience = nobody } = document;
  const terms = new Map<string, number>();
  const mark = (term: string, place: Place): unknown =>
    terms.set(term, (terms.get(term) ?? 0) | maskOf(place));
  const add = (place: Place, words: string): void => {
    const spelt = wordsOf(words);
    const own = spelt.map(termOf);
    for (const [at, term] of own.entries()) {
      mark(term, place);
      vocabulary.add(term, spelt[at] ?? term, place !== 'text');
    }
    // "Wi-Fi" is found as "wifi", too.
    for (const [pair] of words.matchAll(hyphenated)) {
      const whole = wordsOf(pair).join('');
      mark(termOf(whole), place);
      vocabulary.add(termOf(whole), whole, place !== 'text');
    }
    for (const phrase of language.lexicon.phrasesAmong(own)) mark(asTerm(phrase), place);
  };
  add('title', title.replace(freeOf, '$1free'));
  add('label', labels.replace(freeOf, '$1free'));
  add('option', options);
  add('text', language.isOfProducts ? text.replace(denied, '$1') : text);
  for (const phrase of things) mark(thingTerm(phrase), 'thing');
  for (const people of audience.size > 0 ? audience : [undefined]) mark(audienceTerm(people), 'label');
  return terms;
}
