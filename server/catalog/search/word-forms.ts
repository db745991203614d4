import { synonyms } from './synonyms.ts';

const indexedForms = new Map(
  Object.entries(synonyms).flatMap(([form, words]) => words.map((word): [string, string] => [word, form])),
);

/** Plural endings, longest first, with their replacement. */
const pluralEndings: readonly (readonly [RegExp, string])[] = [
  [/(ss|sh|ch|x|zz)es$/, '$1'],
  [/([a-z]{2})ies$/, '$1y'],
  [/([^aious])s$/, '$1'],
  [/([a-z]{2}[ao])s$/, '$1'],
];

/** The indexed form of one lower-case word: singular, and one spelling for words that mean the same. */
export function wordForm(word: string): string {
  const single = singular(word);
  return indexedForms.get(word) ?? indexedForms.get(single) ?? single;
}

/** The synonyms of an indexed form, which a shopper may misspell: `snekers` is similar to `sneaker`. */
export function otherWordsFor(form: string): readonly string[] {
  return Object.hasOwn(synonyms, form) ? (synonyms[form] ?? []) : [];
}

const people = new Set(['man', 'woman', 'kid', 'person']);

/** Whether an indexed form says whom a product is for. */
export function isPerson(form: string): boolean {
  return people.has(form);
}

/** Whether a word is the plural of a product: "boots", but not "mens". */
export function isPlural(word: string): boolean {
  return singular(word) !== word && !isPerson(wordForm(word));
}

/** The word without its plural ending. */
export function singular(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const ending = pluralEndings.find(([pattern]) => pattern.test(word));
  return ending === undefined ? word : word.replace(ending[0], ending[1]);
}

/** What remains without -ing, -ed, -en and a final e: `hiking`, `hiked` and `hike` have one stem. Not indexed. */
export function stemOf(form: string): string {
  const stem = form.replace(/(?:ing|ed|en|e)$/, '').replace(/([^aeiouls])\1$/, '$1');
  return stem.length > 2 && /[aeiouy]/.test(stem) ? stem : form;
}
