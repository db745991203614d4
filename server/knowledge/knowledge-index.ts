import {
  Lexicon,
  type Phrase,
  phraseTerms,
  readWords,
  termsIn,
  type WordList,
} from '../catalog/search/lexicon.ts';
import { buildRankedIndex, type SearchDocument } from '../catalog/search/ranked-index.ts';
import type { Concept, Language } from '../catalog/search/read-query.ts';
import { retailLanguage, stopTerms, thingLists, translations } from '../catalog/search/retail-language.ts';
import type { KnowledgeDocument, Passage } from '../db/records.ts';
import { createVersionCache, type VersionCache, type VersionedSource } from '../support/version-cache.ts';

/** A passage with the source of its document. */
export interface FoundPassage extends Passage {
  readonly source: string;
  /** The words of the question that it does not have. */
  readonly missing_words: readonly string[];
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
const rarityFactor = 0.15;
const maxWordImportance = 0.5;
const unknownImportance = 0.3;

/** What a question is about says most; a place or a name that no passage has says little. */
function importanceOf({ typed }: Concept, rarity: number, isUnknown: boolean): number {
  if (topics.has(phraseTerms(typed).join(' '))) return topicImportance;
  return isUnknown ? unknownImportance : Math.min(Math.log(1 + rarity) * rarityFactor, maxWordImportance);
}

const read = (name: string): string => readWords(`words/${name}.txt`, import.meta.url);

const lists: readonly WordList[] = ['topics', 'places'].map((name) => ({
  role: 'quality',
  text: read(name),
}));
const topics = new Lexicon(lists.slice(0, 1));

const language: Language = {
  // In texts about a shop, a bike is only a word.
  lexicon: new Lexicon([...lists, ...thingLists.map(({ text }): WordList => ({ role: 'quality', text }))]),
  translations,
  stopTerms: new Set([...stopTerms, ...termsIn(read('stop-words'))]),
  spellings: topics,
  isOfProducts: false,
  importanceOf,
};

/** The topics that a text asks about: `send back` in "can I send it back", but no `wrap` in "wrap dress". */
export function topicsIn(text: string): Phrase[] {
  const terms = phraseTerms(text);
  const products = retailLanguage().lexicon;
  const found: Phrase[] = [];
  for (let at = 0; at < terms.length;) {
    const [length, other] = [topics.lengthAt(terms, at), products.lengthAt(terms, at)];
    if (length > 0 && length >= other) found.push(terms.slice(at, at + length).join(' '));
    at += Math.max(1, length, other);
  }
  return found;
}

const maxPassages = 4;
/** A longer passage is searched and returned by its paragraphs: each may be about something else. */
const maxWhole = 300;
/** What scores less than this share of the best passage only mentions a word of the question. */
const minCloseness = 0.5;

/** Indexes the passages of all documents, in turns of the event loop. */
export async function buildKnowledgeIndex(
  documents: readonly Pick<KnowledgeDocument, 'source' | 'passages'>[],
): Promise<KnowledgeIndex> {
  const passages = documents.flatMap((document) =>
    document.passages.flatMap(paragraphsOf).map((passage) => ({ ...passage, source: document.source })),
  );
  const index = await buildRankedIndex(passages.map(searchDocument), language);
  return {
    search(question) {
      // In small letters the country is a pronoun.
      const { matches = [], missingIn } = index.find(question.replace(/\bU\.?S\b|\bthe us\b/g, 'USA'));
      // A passage about all that is asked comes before one whose heading has some of it.
      const sorted = matches.toSorted((left, right) => right.share - left.share || right.score - left.score);
      const best = sorted[0]?.score ?? 0;
      return sorted
        .filter(({ score }) => score >= best * minCloseness)
        .slice(0, maxPassages)
        .flatMap(({ id }) => {
          const passage = passages[id];
          return passage === undefined ? [] : [{ ...passage, missing_words: missingIn(id) }];
        });
    },
  };
}

/** Where one paragraph ends and another begins; the items of a list are none. */
const betweenParagraphs = /(?<=[.!?)])\n+(?![-–•*|\d])/;

/** The paragraphs of a long passage. */
function paragraphsOf({ title, text }: Passage): Passage[] {
  const texts = text.length <= maxWhole ? [text] : text.split(betweenParagraphs);
  return texts.map((paragraph) => ({ title, text: paragraph }));
}

/** What a text is about without its name. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/\S@\w/, 'email'],
  [/\+?\d[\d ()-]{6,}\d/, 'phone number'],
  [/(?:%|\bper ?cent|[$€£]\s?[\d.]+)\s+off\b|\bsave\s[$€£]/i, 'discount'],
  [
    /(?:\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b.{0,60}?){2}(?<![$€£.:\d])\d\d?\s?(?:[ap]\.?m\b|[.:]\d\d\b)/i,
    'opening hours',
  ],
  [/\bon us\b|\bcosts? nothing\b|\bno (?:extra )?charge\b/i, 'free'],
  [
    /\b\d{1,4}[a-d]?,? (?:\p{Lu}[\p{L}’']+ ){1,3}?\p{Lu}[\p{L}’']+,|\p{L}(?:stra(?:ße|sse)|gasse|weg|platz) \d/u,
    'address',
  ],
];

/** What a passage begins with is mostly what it is about. */
const subjectWords = 7;

/** The heading right above a passage says more than those above it. */
function searchDocument({ title, text }: Passage): SearchDocument {
  const headings = title.split(': ');
  const [sentence = ''] = text.split(/[.!?]\s/, 1);
  const subject = sentence.split(/\s+/, subjectWords);
  const about = signs.flatMap(([sign, label]) => (sign.test(text) ? label : []));
  return {
    title: headings.at(-1) ?? '',
    labels: [...headings.slice(0, -1), ...about, ...subject].join(' '),
    text,
    things: [],
  };
}
