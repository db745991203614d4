import { readFileSync } from 'node:fs';
import { termsOf } from './terms.ts';

/** Terms joined by spaces: one word or several. */
export type Phrase = string;

/** A phrase that stands for another one, and how well it does, from 0 to 1. */
export interface Alternative {
  readonly phrase: Phrase;
  readonly weight: number;
}

/** What phrases are: things that are sold or asked for, what these are like, or whom they are for. */
export type Role = 'thing' | 'quality' | 'audience';

/** The text of a file in `words/`: one entry a line, see `Lexicon.addLine`. */
export interface WordList {
  readonly role: Role;
  readonly text: string;
}

const sameWeight = 0.9;
const kindWeight = 0.85;
const maxKindSteps = 3;
const maxWords = 4;

interface Relations {
  readonly same: Map<Phrase, Set<Phrase>>;
  readonly kinds: Map<Phrase, Set<Phrase>>;
}

const noRelations = (): Relations => ({ same: new Map(), kinds: new Map() });

/** Which phrases mean the same, and which name kinds of a thing: a word may be both a thing and a quality. */
export class Lexicon {
  readonly #roles: Readonly<Record<Role, Relations>> = {
    thing: noRelations(),
    quality: noRelations(),
    audience: noRelations(),
  };
  readonly #separate = new Set<Phrase>();
  readonly #words = new Set<string>();
  readonly #starts = new Set<string>();

  constructor(lists: readonly WordList[]) {
    for (const { role, text } of lists) for (const line of linesOf(text)) this.addLine(line, role);
  }

  /** Adds a line: `a, b` mean the same; `a > b, c`: b and c are kinds of a; `!a b`: an a b is no kind of b. */
  addLine(line: string, role: Role): void {
    const [left = '', right = ''] = line.replace(/^!/, '').split('>');
    const [phrases, narrower] = [phrasesOf(left), phrasesOf(right)];
    const { same, kinds } = this.#roles[role];
    for (const kind of narrower) addTo(same, kind, []);
    for (const word of [...phrases, ...narrower].flatMap((phrase) => phrase.split(' ')))
      this.#words.add(word);
    for (const phrase of [...phrases, ...narrower])
      if (phrase.includes(' ')) this.#starts.add(phrase.slice(0, phrase.indexOf(' ')));
    for (const phrase of phrases) {
      if (line.startsWith('!')) this.#separate.add(phrase);
      addTo(same, phrase, phrases);
      addTo(kinds, phrase, narrower);
    }
  }

  has(phrase: Phrase): boolean {
    return this.is(phrase, 'thing') || this.is(phrase, 'quality') || this.is(phrase, 'audience');
  }

  /** Whether a word is part of a phrase. */
  hasWord(word: string): boolean {
    return this.#words.has(word);
  }

  /** The phrases of several words that a text has: words that only stand somewhere in it are none. */
  phrasesAmong(words: readonly string[]): Phrase[] {
    const found: Phrase[] = [];
    const terms = words.filter((word) => !smallWords.has(word));
    for (const [at, term] of terms.entries()) {
      const max = this.#starts.has(term) ? Math.min(maxWords, terms.length - at) : 0;
      for (let length = 2; length <= max; length += 1) {
        const phrase = terms.slice(at, at + length).join(' ');
        if (this.has(phrase)) found.push(phrase);
      }
    }
    return found;
  }

  is(phrase: Phrase, role: Role): boolean {
    return this.#roles[role].same.has(phrase);
  }

  phrases(): Iterable<Phrase> {
    return Object.values(this.#roles).flatMap(({ same }) => [...same.keys()]);
  }

  /** The first phrase of the line that a phrase is in. */
  firstOf(phrase: Phrase, role: Role): Phrase {
    const [first = phrase] = this.#roles[role].same.get(phrase) ?? [];
    return first;
  }

  /** The phrase, its kinds and theirs, and what means the same as one of these. */
  alternatives(phrase: Phrase, role: Role): Alternative[] {
    const { same, kinds } = this.#roles[role];
    const weights = new Map([[phrase, 1]]);
    let last: readonly Phrase[] = [phrase];
    for (let step = 1; step <= maxKindSteps; step += 1) {
      last = last.flatMap((each) => [...(kinds.get(each) ?? [])]);
      for (const kind of last) if (!weights.has(kind)) weights.set(kind, kindWeight ** step);
    }
    for (const [each, weight] of Array.from(weights))
      for (const other of same.get(each) ?? [])
        weights.set(other, Math.max(weights.get(other) ?? 0, weight * sameWeight));
    return [...weights].map(([other, weight]) => ({ phrase: other, weight }));
  }

  /** How many of the terms from `start` on make the longest phrase; 0 when none do. */
  lengthAt(terms: readonly string[], start: number): number {
    for (let length = Math.min(maxWords, terms.length - start); length > 0; length -= 1)
      if (this.has(terms.slice(start, start + length).join(' '))) return length;
    return 0;
  }

  /** The things that a name ends with: `brass desk lamp` gives `desk lamp` and `lamp`, `sleeping bag` only itself. */
  thingsAtEnd(terms: readonly string[]): Phrase[] {
    const things: Phrase[] = [];
    for (let length = Math.min(maxWords, terms.length); length > 0; length -= 1) {
      const phrase = terms.slice(-length).join(' ');
      if (this.is(phrase, 'thing')) things.push(phrase);
      if (this.#separate.has(phrase)) break;
    }
    return things;
  }
}

function addTo<Value>(map: Map<Phrase, Set<Value>>, phrase: Phrase, values: readonly Value[]): void {
  map.set(phrase, new Set([...(map.get(phrase) ?? []), ...values]));
}

function phrasesOf(list: string): Phrase[] {
  return [...new Set(list.split(',').map((each) => phraseTerms(each).join(' ')))].filter(Boolean);
}

const smallWords = new Set(['a', 'an', 'the', 'it', 'them', 'this', 'that', 'my', 'your']);

/** The terms of a text without the small words that may stand inside a phrase: "send it back". */
export function phraseTerms(text: string): string[] {
  return termsOf(text).filter((term) => !smallWords.has(term));
}

/** A phrase as one term of an index. */
export function asTerm(phrase: Phrase): string {
  return phrase.replaceAll(' ', '_');
}

/** The term of documents that are such a thing, whatever their words. */
export function thingTerm(thing: Phrase): string {
  return `is:${asTerm(thing)}`;
}

/** The entries of a data file: its lines, without empty ones and those that begin with #. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** The single words of a data file, in their indexed form. */
export function termsIn(text: string): string[] {
  return linesOf(text).flatMap(termsOf);
}

/** The text of a data file, by its address relative to a module's. */
export function readWords(name: string, module: string): string {
  return readFileSync(new URL(name, module), 'utf8');
}
