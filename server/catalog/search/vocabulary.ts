import { isMisspelt } from './edit-distance.ts';
import { otherWordsFor, stemOf } from './word-forms.ts';

/** Where a shop uses a word: in names (title, category, tag, brand), in options such as colours, or in descriptions only. */
export type WordPlace = 'name' | 'option' | 'description';

/** What a word of a query stands for among the words of a shop. */
export type KnownWord =
  /** Any of these forms. */
  | { readonly type: 'any'; readonly forms: readonly string[]; readonly place: WordPlace }
  /** All of these forms: a compound. */
  | { readonly type: 'all'; readonly forms: readonly string[]; readonly place: WordPlace }
  /** Misspelt or incomplete; `words` are how the shop writes the forms. */
  | {
      readonly type: 'similar';
      readonly forms: readonly string[];
      readonly words: readonly string[];
      readonly place: 'name';
    }
  | { readonly type: 'unknown' };

const maxSuggestions = 3;

/** All words of a shop in their indexed form, and which of them a shopper means. */
export class Vocabulary {
  readonly #places = new Map<string, WordPlace>();
  readonly #stems = new Map<string, Set<string>>();
  /** Spellings of names and options, with the indexed form. */
  readonly #spellings = new Map<string, string>();

  /** Adds a word as the shop writes it. */
  add(word: string, form: string, place: WordPlace): void {
    const known = this.#places.get(form);
    if (known === undefined || rank[place] < rank[known]) this.#places.set(form, place);
    const stem = stemOf(form);
    this.#stems.set(stem, (this.#stems.get(stem) ?? new Set()).add(form));
    if (place === 'description') return;
    for (const spelling of [word, form, ...otherWordsFor(form)]) this.#spellings.set(spelling, form);
  }

  /** Adds another spelling of a word that is there. */
  addSpelling(spelling: string, form: string): void {
    if (this.#places.get(form) === 'name') this.#spellings.set(spelling, form);
  }

  placeOf(form: string): WordPlace | undefined {
    return this.#places.get(form);
  }

  /** Finds the word itself, a word of the same stem, its parts, or else similar words. */
  resolve(form: string): KnownWord {
    const forms = this.#sameWord(form);
    if (forms.length > 0) return { type: 'any', forms, place: this.#bestPlace(forms) };
    const parts = this.#partsOf(form);
    if (parts !== undefined) return { type: 'all', forms: parts, place: 'name' };
    const words = this.#similarTo(form);
    if (words.length === 0) return { type: 'unknown' };
    return {
      type: 'similar',
      forms: words.map((word) => this.#spellings.get(word) ?? word),
      words,
      place: 'name',
    };
  }

  // A name of the same stem counts more than the same word in a description: "knit" is not only "knitted".
  #sameWord(form: string): string[] {
    if (form.length < 4) return this.#places.has(form) ? [form] : [];
    const place = this.#places.get(form);
    const related = [...(this.#stems.get(stemOf(form)) ?? [])].filter(
      (each) => this.#places.get(each) === 'name',
    );
    return [
      ...new Set([
        ...(place === undefined ? [] : [form]),
        ...(place === 'name' && form.length < 5 ? [] : related),
      ]),
    ];
  }

  #bestPlace(forms: readonly string[]): WordPlace {
    const places = new Set(forms.map((form) => this.#places.get(form)));
    return places.has('name') ? 'name' : places.has('option') ? 'option' : 'description';
  }

  #partsOf(form: string): [string, string] | undefined {
    for (let at = 3; at <= form.length - 3; at += 1) {
      const parts: [string, string] = [form.slice(0, at), form.slice(at)];
      if (parts.every((part) => this.#places.get(part) === 'name')) return parts;
    }
    return undefined;
  }

  #similarTo(form: string): string[] {
    const spellings = [...this.#spellings.keys()];
    const longer = form.length < 4 ? [] : spellings.filter((word) => isStartOf(form, word));
    const similar = longer.length > 0 ? longer : spellings.filter((word) => isMisspelt(form, word));
    const byForm = new Map(similar.map((word) => [this.#spellings.get(word), word]));
    return [...byForm.values()].slice(0, maxSuggestions);
  }
}

// At least half: "harb" is Harbour, but "case" is no casserole.
function isStartOf(form: string, word: string): boolean {
  return word.startsWith(form) && form.length * 2 >= word.length;
}

const rank: Readonly<Record<WordPlace, number>> = { name: 0, option: 1, description: 2 };
