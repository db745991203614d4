import {
  Lexicon,
  type Phrase,
  phraseTerms,
  readWords,
  termsIn,
  type WordList,
} from '../catalog/search/lexicon.ts';
import {
  buildRankedIndex,
  type SearchDocument,
  type WeighedConcept,
} from '../catalog/search/ranked-index.ts';
import type { Language } from '../catalog/search/read-query.ts';
import { retailLanguage, stopTerms, thingLists, translations } from '../catalog/search/retail-language.ts';
import type { KnowledgeDocument, Passage } from '../db/records.ts';
import { createVersionCache, type VersionCache, type VersionedSource } from '../support/version-cache.ts';

/** A passage with the source of its document. */
export interface FoundPassage extends Passage {
  readonly source: string;
  /** The paragraphs of it that have most of the question, where these are not all. */
  readonly quote?: string;
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

const read = (name: string): string => readWords(`words/${name}.txt`, import.meta.url);

const listOf = (text: string): WordList => ({ role: 'quality', text });
const [topicList, hintList, relatedList] = [
  listOf(read('topics')),
  listOf(read('hints')),
  listOf(read('related')),
];
const topics = new Lexicon([topicList]);
/** What shop's texts are about, beside what makes a message a question about the shop. */
const subjects = new Lexicon([topicList, hintList]);
// In texts about a shop, a bike is only a word.
const productLists = thingLists.map(({ text }) => listOf(text));

const language: Language = {
  lexicon: new Lexicon([topicList, hintList, relatedList, ...productLists]),
  translations,
  stopTerms: new Set([...stopTerms, ...termsIn(read('stop-words'))]),
  spellings: subjects,
  isOfProducts: false,
};

/** The topics that a text asks about: `send back` in "can I send it back", but no `wrap` in "wrap dress". */
export function topicsIn(text: string): Phrase[] {
  const terms = phraseTerms(text);
  const retail = retailLanguage().lexicon;
  const found: Phrase[] = [];
  for (let at = 0; at < terms.length;) {
    const [length, other] = [topics.lengthAt(terms, at), retail.lengthAt(terms, at)];
    if (length > 0 && length >= other) found.push(terms.slice(at, at + length).join(' '));
    at += Math.max(1, length, other);
  }
  return found;
}

/** Whether a text says something of a topic, in these or other words for it. */
export function isAboutTopic(text: string, topic: Phrase): boolean {
  const alike = new Set(topics.alternatives(topic, 'quality').map(({ phrase }) => phrase));
  return topicsIn(text).some((own) => alike.has(own));
}

const maxPassages = 4;
const maxQuoted = 2;
/** A longer passage is compared by its paragraphs, too: each may be about something else. */
const maxWhole = 300;
/** What scores less than this share of the best passage only mentions a word of the question. */
const minCloseness = 0.5;
/** The share of a question without a topic that a passage must have. */
const minShare = 0.5;

/** How much of a question a word is. Topics say most, and rare words more than those of many passages. */
const importance = { topic: 3, known: 2, unknown: 1 } as const;

/** A word or topic of a question, and how well each paragraph and each passage has it. */
interface Asked {
  readonly typed: string;
  readonly isTopic: boolean;
  readonly isAbsent: boolean;
  readonly importance: number;
  readonly inParts: Float32Array;
  readonly inPassages: Float32Array;
}

/** Indexes the passages of all documents, in turns of the event loop. */
export async function buildKnowledgeIndex(
  documents: readonly Pick<KnowledgeDocument, 'source' | 'passages'>[],
): Promise<KnowledgeIndex> {
  const passages = documents.flatMap(({ source, passages: own }) => own.map((each) => ({ ...each, source })));
  const parts = passages.flatMap((passage, of) => paragraphsOf(passage).map((part) => ({ ...part, of })));
  const index = await buildRankedIndex(parts.map(searchDocument), language);
  const askedOf = ({ concept: { typed }, weights: inParts }: WeighedConcept): Asked => {
    const inPassages = new Float32Array(passages.length);
    for (const [at, { of }] of parts.entries())
      inPassages[of] = Math.max(inPassages[of] ?? 0, inParts[at] ?? 0);
    const count = inPassages.filter((weight) => weight > 0).length;
    const isTopic = subjects.has(phraseTerms(typed).join(' '));
    const rare = Math.log(1 + passages.length / (count || 1)) / Math.log(1 + passages.length);
    const own = isTopic ? importance.topic : count === 0 ? importance.unknown : importance.known * rare;
    return { inParts, inPassages, typed, isTopic, isAbsent: count === 0, importance: own };
  };
  return {
    search(question) {
      const asked = index.weigh(question.replace(apart, '$1 $3 $2')).map(askedOf);
      const scored = parts
        .map(({ text, of }, at) => ({ text, of, at, score: scoreOf(asked, at, of) }))
        .filter(({ of, score }) => score > 0 && hasEnough(asked, of))
        .toSorted((left, right) => right.score - left.score);
      const best = scored[0]?.score ?? 0;
      const close = scored.filter(({ score }) => score >= best * minCloseness);
      const found = [...new Set(close.map(({ of }) => of))].slice(0, maxPassages);
      return found.flatMap((of) => {
        const missing = asked.filter(({ inPassages }) => inPassages[of] === 0).map(({ typed }) => typed);
        const passage = passages[of];
        if (passage === undefined) return [];
        const quoted = close.filter((part) => part.of === of).slice(0, maxQuoted);
        const inOrder = quoted.toSorted((left, right) => left.at - right.at).map(({ text }) => text);
        const isWhole = parts.filter((part) => part.of === of).length === inOrder.length;
        return [{ ...passage, ...(!isWhole && { quote: inOrder.join('\n') }), missing_words: missing }];
      });
    },
  };
}

/** The heading of a passage with all its text is one unit; among these, a paragraph with many of the words comes first. */
function scoreOf(asked: readonly Asked[], part: number, passage: number): number {
  return asked.reduce(
    (sum, { inParts, inPassages, importance: own }) =>
      sum + own * ((inParts[part] ?? 0) + (inPassages[passage] ?? 0)),
    0,
  );
}

/** Whether a passage has enough of a question. Where the shop says nothing of half of its topics, no passage has. */
function hasEnough(asked: readonly Asked[], passage: number): boolean {
  const asTopics = asked.filter(({ isTopic }) => isTopic);
  if (asTopics.length > 0) return asTopics.filter(({ isAbsent }) => isAbsent).length * 2 < asTopics.length;
  const sum = (some: readonly Asked[]): number => some.reduce((all, { importance: own }) => all + own, 0);
  return sum(asked.filter(({ inPassages }) => inPassages[passage] !== 0)) >= minShare * sum(asked);
}

/** "Send the old one back" and "put it together", with the words of the verb side by side. */
const apart =
  /\b(send|sent|sending|bring|bringing|give|giving|take|taking|post|ship|get|put|putting|pick|picking|fit)\s+((?:[\p{L}\p{N}-]+\s+){1,3}?)(back|together|up|away|in)\b/giu;

/** Where one paragraph ends and another begins; the items of a list are none. */
const betweenParagraphs = /(?<=[.!?)])\n+(?![-–•*|\d])/;

/** The paragraphs of a long passage. */
function paragraphsOf({ title, text }: Passage): Passage[] {
  const texts = text.length <= maxWhole ? [text] : text.split(betweenParagraphs);
  return texts.map((paragraph) => ({ title, text: paragraph }));
}

/** What a text is about without its name. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/\+?\d[\d ()-]{6,}\d/, 'phone number'],
  [/(?:%|\bper ?cent|[$€£]\s?[\d.]+)\s+off\b|\bsave\s[$€£]/i, 'discount'],
  [/\bon us\b|\bcosts? nothing\b|\bno (?:extra )?charge\b/i, 'free'],
  [/(?:\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b.{0,60}?){2}(?<![$€£.:\d])\d\d?\b/i, 'opening hours'],
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
