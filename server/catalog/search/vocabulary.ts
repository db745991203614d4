import { isMisspelt } from './edit-distance.ts';
import { stemOf } from './terms.ts';

const maxSimilar = 3;

interface KnownTerm {
  /** As it is written where it was first. */
  readonly spelling: string;
  /** In a title, category, tag or option, not only in longer texts. */
  isName: boolean;
}

/** The terms of all documents of an index. */
export class Vocabulary {
  readonly #terms = new Map<string, KnownTerm>();
  readonly #stems = new Map<string, string[]>();

  add(term: string, spelling: string, isName: boolean): void {
    const known = this.#terms.get(term);
    if (known !== undefined) known.isName ||= isName;
    else {
      this.#terms.set(term, { spelling, isName });
      const stem = stemOf(term);
      this.#stems.set(stem, [...(this.#stems.get(stem) ?? []), term]);
    }
  }

  has(term: string): boolean {
    return this.#terms.has(term);
  }

  isName(term: string): boolean {
    return this.#terms.get(term)?.isName === true;
  }

  spellingOf(term: string): string {
    return this.#terms.get(term)?.spelling ?? term;
  }

  /** The other terms of the same stem: `waxing` for `wax`. */
  siblings(term: string): string[] {
    return (this.#stems.get(stemOf(term)) ?? []).filter((other) => other !== term);
  }

  /** Names that begin with a term of at least half their length, or else names and other words that it may misspell. */
  similarTo(term: string, others: Iterable<string>): string[] {
    const names = [...this.#terms].flatMap(([name, { isName }]) => (isName ? name : []));
    const longer = term.length < 4 ? [] : names.filter((name) => isStartOf(term, name));
    const similar =
      longer.length > 0 ? longer : [...names, ...others].filter((word) => isMisspelt(term, word));
    return [...new Set(similar)].slice(0, maxSimilar);
  }
}

// "harb" is Harbour, but "case" is no casserole.
function isStartOf(term: string, name: string): boolean {
  return name.startsWith(term) && term.length * 2 >= name.length;
}
