import { Lexicon, type Phrase, phraseTerms, readWords, termsIn } from '../catalog/search/lexicon.ts';
import { buildRankedIndex, type SearchDocument } from '../catalog/search/ranked-index.ts';
import type { Concept, Language } from '../catalog/search/read-query.ts';
import { retailLanguage, stopTerms, translations } from '../catalog/search/retail-language.ts';
import type { KnowledgeDocument, Passage } from '../db/records.ts';
import { createVersionCache, type VersionCache, type VersionedSource } from '../support/version-cache.ts';

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

/** `source` has the documents of each store: `knowledgeSource`. */
export function createKnowledgeStore(source: VersionedSource<KnowledgeDocument>): KnowledgeStore {
  return createVersionCache(source, buildKnowledgeIndex);
}

const topicImportance = 3;
const wordImportance = 0.5;
const unknownImportance = 0.3;

/** What a question is about says most; a place or a name that no passage has says little. */
function importanceOf({ role }: Concept, rarity: number, isUnknown: boolean): number {
  if (role === 'quality') return topicImportance;
  return isUnknown ? unknownImportance : Math.min(Math.log(1 + rarity), wordImportance);
}

const read = (name: string): string => readWords(`words/${name}.txt`, import.meta.url);

const language: Language = {
  lexicon: new Lexicon([{ role: 'quality', text: read('topics') }]),
  translations,
  stopTerms: new Set([...stopTerms, ...termsIn(read('stop-words'))]),
  importanceOf,
};

/** The topics that a text asks about: `send back` in "can I send it back", but no `wrap` in "wrap dress". */
export function topicsIn(text: string): Phrase[] {
  const terms = phraseTerms(text);
  const products = retailLanguage().lexicon;
  const topics: Phrase[] = [];
  for (let at = 0; at < terms.length;) {
    const [length, other] = [language.lexicon.lengthAt(terms, at), products.lengthAt(terms, at)];
    if (length > 0 && length >= other) topics.push(terms.slice(at, at + length).join(' '));
    at += Math.max(1, length, other);
  }
  return topics;
}

const maxPassages = 4;
/** What scores less than this share of the best passage only mentions a word of the question. */
const minCloseness = 0.5;

/** Indexes the passages of all documents, in turns of the event loop. */
export async function buildKnowledgeIndex(
  documents: readonly Pick<KnowledgeDocument, 'source' | 'passages'>[],
): Promise<KnowledgeIndex> {
  const passages = documents.flatMap((document) =>
    document.passages.map((passage) => ({ ...passage, source: document.source })),
  );
  const index = await buildRankedIndex(passages.map(searchDocument), language);
  return {
    search(question) {
      const { matches = [] } = index.find(question);
      // A passage about all that is asked comes before one whose heading has some of it.
      const sorted = matches.toSorted((left, right) => right.share - left.share || right.score - left.score);
      const best = sorted[0]?.score ?? 0;
      return sorted
        .filter(({ score }) => score >= best * minCloseness)
        .slice(0, maxPassages)
        .flatMap(({ id }) => passages[id] ?? []);
    },
  };
}

const email = /\S@\w/;
const phone = /\+?\d[\d ()-]{6,}\d/;

/** The heading right above a passage says more than those above it. An address or a number says that it is about contact. */
function searchDocument({ title, text }: Passage): SearchDocument {
  const headings = title.split(': ');
  const contact = [email.test(text) ? 'email' : '', phone.test(text) ? 'phone number' : ''];
  return {
    title: headings.at(-1) ?? '',
    labels: [...headings.slice(0, -1), ...contact].join(' '),
    text,
    things: [],
  };
}
