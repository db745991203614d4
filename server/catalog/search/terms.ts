import irregularWords from './words/irregular-words.json' with { type: 'json' };

const teeShirt = /\bt(?:ee)?[- ]?shirt/g;
const possessive = /['’]s?\b/g;
/** The British spellings of words that others write without u. */
const british = /(?<=col|flav|fav|harb|hum|lab|neighb|od|vap|arm)our/g;
/** "16kg" is "16 kg". */
const units = /(\d)(?=(?:[kmcd]?m|[kmg]?g|[mcd]?l|gb|tb|mah|w|v|oz|lbs?|ft|inch)\b)/g;
const wordPattern = /[\p{L}\p{N}]+/gu;
const marks = /\p{M}+/gu;
const isPlain = /^[ -~]*$/;

/** The words of a text in order: lower case, without accents and possessive endings. */
export function wordsOf(text: string): string[] {
  const plain = isPlain.test(text) ? text : text.normalize('NFKD').replace(marks, '').replaceAll('ß', 'ss');
  return (
    plain
      .toLowerCase()
      .replace(possessive, '')
      .replace(teeShirt, 'tshirt')
      .replace(units, '$1 ')
      .replace(british, 'or')
      .match(wordPattern) ?? []
  );
}

/** The words of a text in their indexed form: `Women’s T-Shirts` gives `women`, `tshirt`. */
export function termsOf(text: string): string[] {
  return wordsOf(text).map(termOf);
}

/** Irregular plurals, small numbers, and one spelling of a colour. */
const irregular: ReadonlyMap<string, string> = new Map(Object.entries(irregularWords));

/** Plural endings, longest first, with their replacement. */
const pluralEndings: readonly (readonly [RegExp, string])[] = [
  [/(ss|sh|ch|x|zz)es$/, '$1'],
  [/([a-z]{2})ies$/, '$1y'],
  [/([^aious])s$/, '$1'],
  [/([a-z]{2}[ao])s$/, '$1'],
];

/** The indexed form of one lower-case word: singular, and small numbers as digits. */
export function termOf(word: string): string {
  const special = irregular.get(word);
  if (special !== undefined) return special;
  if (word.length < 4 || !word.endsWith('s')) return word;
  const ending = pluralEndings.find(([pattern]) => pattern.test(word));
  return ending === undefined ? word : word.replace(ending[0], ending[1]);
}

/** What remains of a term without -ing, -ed, -er and a final e: `hiking`, `hiker` and `hike` have one stem. Not indexed. */
export function stemOf(term: string): string {
  const stem = term.replace(/(?:ing|ed|er|en|e|y)$/, '').replace(/([^aeiouls])\1$/, '$1');
  return stem.length > 2 && /[aeiouy]/.test(stem) ? stem : term;
}
