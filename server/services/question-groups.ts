import { isMisspelt } from '../catalog/search/edit-distance.ts';
import { contentTerms, isRetailWord } from '../catalog/search/retail-language.ts';
import { stemOf, termsOf } from '../catalog/search/terms.ts';

/** The stems of the words that say something, in one order: the same for "Do you sell tents?" and "a tent, please". */
export function questionKey(text: string): string {
  // A long number is that of one order.
  const terms = contentTerms(text).filter((term) => !/^\d{4,}$/.test(term));
  const stems = (terms.length > 0 ? terms : termsOf(text)).map(stemOf);
  return [...new Set(stems)].toSorted().join(' ');
}

/** Groups questions by their words, also misspelt ones; the group with the most questions first. */
export function groupQuestions<Question extends { readonly question: string }>(
  questions: readonly Question[],
): Group<Question>[] {
  const spellings = [...Map.groupBy(questions, ({ question }) => questionKey(question))];
  const groups: Group<Question>[] = [];
  const similar = new Map<string, typeof groups>();
  for (const [key, asked] of spellings.toSorted(([, left], [, right]) => right.length - left.length)) {
    const words = key.split(' ');
    // A misspelt word begins with the right letter.
    const initials = words.map((word) => word.charAt(0)).join('');
    const candidates = similar.get(initials) ?? [];
    const group = candidates.find((one) => isSameQuestion(words, one.words));
    if (group === undefined) {
      const own = { words, keys: new Set([key]), questions: [...asked] };
      groups.push(own);
      candidates.push(own);
      similar.set(initials, candidates);
    } else {
      group.keys.add(key);
      group.questions.push(...asked);
    }
  }
  return groups.toSorted((left, right) => right.questions.length - left.questions.length);
}

/** Questions that say the same, in the order in which they came. */
interface Group<Question> {
  /** Of the spelling that came most often. */
  readonly words: readonly string[];
  /** Of each spelling. */
  readonly keys: Set<string>;
  readonly questions: Question[];
}

function isSameQuestion(typed: readonly string[], words: readonly string[]): boolean {
  return typed.every((term, at) => {
    const word = words[at] ?? '';
    if (term === word) return true;
    const isSimilar = isMisspelt(term, word) || isMisspelt(word, term);
    // Two words that shops know are different things.
    return isSimilar && !(isRetailWord(term) && isRetailWord(word));
  });
}
