import { linesOf, type Phrase } from './lexicon.ts';
import { termsOf } from './terms.ts';

const minPart = 4;
const maxWords = 4;
/** What German and Dutch put between the parts of a compound. */
const links = ['', 's', 'n', 'en', 'er', 'es', 'e'];

/** English words for words of other languages, from lines such as `jacket: jacke, veste`. */
export class Translations {
  readonly #english = new Map<Phrase, readonly string[]>();
  readonly #foreign = new Map<Phrase, Phrase[]>();

  constructor(text: string) {
    for (const line of linesOf(text)) {
      const [english = '', others = ''] = line.split(':');
      const terms = termsOf(english);
      const words = others.split(',').map((other) => termsOf(other).join(' '));
      for (const word of words) if (!this.#english.has(word)) this.#english.set(word, terms);
      this.#foreign.set(terms.join(' '), words);
    }
  }

  has(word: string): boolean {
    return this.#english.has(word);
  }

  /** Words of other languages for English ones. */
  foreignFor(phrase: Phrase): readonly Phrase[] {
    return this.#foreign.get(phrase) ?? [];
  }

  /** Terms in English, where they or the parts of a compound are words of another language and not `isKnown`. */
  toEnglish(terms: readonly string[], isKnown: (term: string) => boolean): string[] {
    const english: string[] = [];
    for (let at = 0; at < terms.length;) {
      const [length, words] = this.#phraseAt(terms, at, isKnown);
      english.push(...words);
      at += length;
    }
    return english;
  }

  #phraseAt(
    terms: readonly string[],
    at: number,
    isKnown: (term: string) => boolean,
  ): readonly [length: number, english: readonly string[]] {
    for (let length = Math.min(maxWords, terms.length - at); length > 1; length -= 1) {
      const words = this.#english.get(terms.slice(at, at + length).join(' '));
      if (words !== undefined) return [length, words];
    }
    const term = terms[at] ?? '';
    if (isKnown(term)) return [1, [term]];
    return [1, this.#english.get(term) ?? this.#parts(term, isKnown) ?? [term]];
  }

  /** `regenjacke` is `rain`, `jacket`: the last part says what it is, and must be known. */
  #parts(term: string, isKnown: (term: string) => boolean): string[] | undefined {
    const meaning = (part: string): readonly string[] | undefined =>
      this.#english.get(part) ?? (isKnown(part) ? [part] : undefined);
    for (let at = minPart - 1; at <= term.length - minPart; at += 1) {
      const last = meaning(term.slice(at));
      if (last === undefined) continue;
      const start = term.slice(0, at);
      const firsts = links.flatMap((link) =>
        start.endsWith(link) ? start.slice(0, start.length - link.length) : [],
      );
      const first = firsts.map(meaning).find((words) => words !== undefined);
      if (first !== undefined) return [...first, ...last];
    }
    return undefined;
  }
}
