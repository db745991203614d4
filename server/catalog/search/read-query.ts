import { type Alternative, asTerm, type Lexicon, type Phrase, phraseTerms, type Role } from './lexicon.ts';
import { termOf, wordsOf } from './terms.ts';
import type { Translations } from './translations.ts';
import type { Vocabulary } from './vocabulary.ts';

/** What queries are read with: what words mean everywhere, and the words of one index. */
export interface Language {
  readonly lexicon: Lexicon;
  readonly translations: Translations;
  /** Its phrases are what misspelt words may mean, beside the names of an index. */
  readonly spellings: Lexicon;
  /** Terms that say nothing about what is wanted. */
  readonly stopTerms: ReadonlySet<string>;
  /**
   * Of products, queries say what they do not want ("without wool") and after which word what is less important follows
   * ("bottle for tea"), and other forms of a word count in names only.
   */
  readonly isOfProducts: boolean;
}

/** Terms that stand for a concept together. */
export interface Wording {
  readonly terms: readonly string[];
  readonly weight: number;
  /** Other forms of a word count in names only: what "runs twelve hours" is not for running. */
  readonly isNameOnly?: boolean;
}

/** `wider`: the thing that the phrase ends with, the lamp of "desk lamp". */
export interface Thing extends Alternative {
  readonly wider: Phrase | undefined;
}

/** A word or phrase of a query, and what is searched for it. */
export interface Concept {
  /** As it was typed. */
  readonly typed: string;
  readonly role: Role | 'word';
  /** Phrases for what a document is; of a thing only. */
  readonly things: readonly Thing[];
  /** A thing that is less than what was asked for: a `lamp` for a `desk lamp`. */
  readonly wider: readonly Phrase[];
  /** Terms that must all be in a document's words. */
  readonly words: readonly Wording[];
  /** Whether it may also say what a thing is like: the light of "light jacket". */
  readonly isQuality: boolean;
  /** How the index writes what was searched for a misspelt or incomplete word. */
  readonly similar: readonly string[];
}

export interface ReadQuery {
  readonly concepts: readonly Concept[];
  /** The concepts that say what is wanted, the best first: the `bottle` of "bottle for hot tea". */
  readonly heads: readonly Concept[];
  /** Words after "without" and the like. */
  readonly excluded: readonly string[];
}

const maxWords = 24;
const separators = /\b(?:for|with|in|to|that|which|who|from|by|under)\b|[,;.!?\n]/i;
const punctuation = /[,;.!?\n]/;
const unwanted =
  /\b(?:without|except(?: for)?|excluding|not|no)\s+(?:(?:in|any|an?|the|made of|really)\s+)*([\p{L}\p{N}][\p{L}\p{N}-]*)(?:\s+or\s+([\p{L}-]{3,}))?/giu;
const stemWeight = 0.7;
/** The words of a phrase that do not stand together. */
const apartWeight = 0.6;
const similarWeight = 0.6;
const everybodyWeight = 0.7;

/** Finds what a text does not want: "without wool". Returns it and the text without it as `rest`. */
export function readUnwanted(
  text: string,
  stopTerms: ReadonlySet<string>,
): { rest: string; excluded: string[] } {
  const excluded = new Set<string>();
  const rest = text.replace(unwanted, (found, one: string, other: string | undefined) => {
    if (stopTerms.has(termOf(one.toLowerCase()))) return found;
    excluded.add(one);
    if (other !== undefined) excluded.add(other);
    return ' , ';
  });
  return { rest, excluded: [...excluded] };
}

/** Reads a query with the vocabulary of an index. */
export function readQuery(query: string, language: Language, vocabulary: Vocabulary): ReadQuery {
  const whole = { rest: withAges(query), excluded: [] };
  const { rest: text, excluded } = language.isOfProducts
    ? readUnwanted(whole.rest, language.stopTerms)
    : whole;
  const parts = text
    .split(language.isOfProducts ? separators : punctuation)
    .map((part) => conceptsOf(part, language, vocabulary));
  const concepts = unique(parts.flat()).slice(0, maxWords);
  return { concepts, heads: headsOf(parts), excluded };
}

const age = /\b(\d{1,2})[- ]?(years?|yrs?|months?)[- ]?olds?\b/gi;
const adultAge = 16;

/** "A 6 year old" is a child. */
function withAges(query: string): string {
  return query.replace(age, (_, count: string, unit: string) => {
    return unit.startsWith('y') && Number(count) >= adultAge ? 'adult' : 'child';
  });
}

/** The things of the first part that names one, the last first; rather one that is nothing else: the lamp of "light lamp". */
function headsOf(parts: readonly (readonly Concept[])[]): Concept[] {
  const all = parts.map((part) => part.filter(({ role }) => role === 'thing').toReversed());
  const things = all.find((part) => part.length > 0) ?? [];
  return things.toSorted((left, right) => Number(left.isQuality) - Number(right.isQuality));
}

function unique(concepts: readonly Concept[]): Concept[] {
  return [...new Map(concepts.map((concept) => [concept.typed, concept])).values()];
}

function conceptsOf(part: string, language: Language, vocabulary: Vocabulary): Concept[] {
  const { lexicon, stopTerms } = language;
  const spellings = new Map<string, string>();
  for (const word of wordsOf(part)) spellings.set(termOf(word), word);
  const { translations } = language;
  // "Cupcake" stands in a phrase of the lexicon, so it is no compound of another language.
  const isKnown = (term: string): boolean =>
    vocabulary.has(term) ||
    lexicon.has(term) ||
    stopTerms.has(term) ||
    (lexicon.hasWord(term) && !translations.has(term));
  const joined = joinCompounds(phraseTerms(part).slice(0, maxWords), vocabulary);
  const terms = translations.toEnglish(joined, isKnown);
  const concepts: Concept[] = [];
  for (let at = 0; at < terms.length;) {
    const length = lexicon.lengthAt(terms, at);
    const phrase = terms.slice(at, at + Math.max(length, 1));
    const spelt = phrase.map((term) => spellings.get(term) ?? term).join(' ');
    const isWanted = length > 0 || !stopTerms.has(phrase.join(' '));
    if (isWanted) concepts.push(conceptOf(phrase, spelt, language, vocabulary));
    at += phrase.length;
  }
  return concepts;
}

/** "tea pot" becomes "teapot" where that is a name. */
function joinCompounds(terms: readonly string[], vocabulary: Vocabulary): string[] {
  return terms.reduce<string[]>((joined, term) => {
    const last = joined.at(-1) ?? '';
    return last !== '' && vocabulary.isName(last + term)
      ? [...joined.slice(0, -1), last + term]
      : [...joined, term];
  }, []);
}

function conceptOf(
  terms: readonly string[],
  typed: string,
  language: Language,
  vocabulary: Vocabulary,
): Concept {
  const { lexicon } = language;
  const phrase = terms.join(' ');
  const words = lexicon.is(phrase, 'audience')
    ? audienceWords(phrase, lexicon)
    : wordsFor(phrase, language, vocabulary);
  const isKnown =
    lexicon.has(phrase) ||
    lexicon.hasWord(phrase) ||
    vocabulary.has(phrase) ||
    vocabulary.siblings(phrase).length > 0;
  if (!isKnown) return misspelt(phrase, typed, language, vocabulary);
  const role = (['audience', 'thing', 'quality'] as const).find((each) => lexicon.is(phrase, each));
  return {
    typed,
    role: role ?? 'word',
    things: role === 'thing' ? thingsFor(phrase, lexicon) : [],
    wider: role === 'thing' ? lexicon.thingsAtEnd(terms).slice(1) : [],
    words,
    isQuality: lexicon.is(phrase, 'quality'),
    similar: [],
  };
}

function thingsFor(thing: Phrase, lexicon: Lexicon): Thing[] {
  return lexicon.alternatives(thing, 'thing').map((each) => {
    return { ...each, wider: lexicon.thingsAtEnd(each.phrase.split(' '))[1] };
  });
}

/** The term of documents for some people, by the first word of the list; without them, for everybody. */
export function audienceTerm(people = 'everybody'): string {
  return `for:${people}`;
}

function audienceWords(people: Phrase, lexicon: Lexicon): Concept['words'] {
  const all = lexicon
    .alternatives(people, 'audience')
    .map(({ phrase }) => audienceTerm(lexicon.firstOf(phrase, 'audience')));
  return [
    ...[...new Set(all)].map((term) => ({ terms: [term], weight: 1 })),
    { terms: [audienceTerm()], weight: everybodyWeight },
  ];
}

/** What documents may have for a phrase, in any place. What means the same as a thing counts only as what a document is. */
function wordsFor(
  phrase: Phrase,
  { lexicon, translations, isOfProducts }: Language,
  vocabulary: Vocabulary,
): Concept['words'] {
  const isThing = lexicon.is(phrase, 'thing') && !lexicon.is(phrase, 'quality');
  const english = isThing ? [{ phrase, weight: 1 }] : lexicon.alternatives(phrase, 'quality');
  const foreign = english.flatMap(({ phrase: each, weight }) =>
    translations.foreignFor(each).map((word) => ({ terms: word.split(' '), weight })),
  );
  const siblings = vocabulary
    .siblings(phrase)
    .map((word) => ({ terms: [word], weight: stemWeight, isNameOnly: isOfProducts }));
  const wordings = english.map(({ phrase: each, weight }) => ({
    terms: isThing || !lexicon.has(each) ? each.split(' ') : [asTerm(each)],
    weight,
  }));
  const apart = phrase.includes(' ') ? [{ terms: phrase.split(' '), weight: apartWeight }] : [];
  return [...wordings, ...foreign, ...siblings, ...apart];
}

function misspelt(term: string, typed: string, language: Language, vocabulary: Vocabulary): Concept {
  const similar = vocabulary.similarTo(term, language.spellings.phrases());
  const meant = similar.map((each) => conceptOf([each], each, language, vocabulary));
  return {
    typed,
    role: meant[0]?.role ?? 'word',
    things: meant.flatMap(({ things }) => things),
    wider: [],
    words: meant.flatMap(({ words }) =>
      words.map((wording) => ({ ...wording, weight: wording.weight * similarWeight })),
    ),
    isQuality: meant.some(({ isQuality }) => isQuality),
    similar: similar.map((each) => vocabulary.spellingOf(each)),
  };
}
