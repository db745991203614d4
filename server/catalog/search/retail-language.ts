import {
  Lexicon,
  linesOf,
  type Phrase,
  phraseTerms,
  readWords,
  type Role,
  termsIn,
  type WordList,
} from './lexicon.ts';
import type { Language } from './read-query.ts';
import { termsOf } from './terms.ts';
import { Translations } from './translations.ts';

const read = (name: string): string => readWords(`words/${name}.txt`, import.meta.url);
export const thingLists = ['clothing', 'home', 'outdoor', 'more', 'names'].map((name): WordList => ({
  role: 'thing',
  text: read(name),
}));
const lists: readonly WordList[] = [
  { role: 'audience', text: read('people') },
  ...thingLists,
  { role: 'quality', text: read('qualities') },
  { role: 'quality', text: read('materials') },
];
const materials = new Lexicon([{ role: 'quality', text: read('materials') }]);
/** Shared with the search of a shop's own texts. */
export const translations = new Translations(read('languages'));

/** Words that say nothing about what is wanted, in their indexed form. */
export const stopTerms: ReadonlySet<string> = new Set(termsIn(read('stop-words')));

/** The terms of a text that say something about what is wanted. */
export function contentTerms(text: string): string[] {
  return termsOf(text).filter((term) => !stopTerms.has(term));
}

/** Whether a text has only words that do not describe a product. */
export function isWordless(text: string): boolean {
  return contentTerms(text).length === 0;
}

const lexicon = new Lexicon(lists);
const general: Language = {
  lexicon,
  spellings: lexicon,
  translations,
  stopTerms,
  isOfProducts: true,
};

/** What words mean in shops; `own` are lines of one shop, as in `words/`. */
export function retailLanguage(own = ''): Language {
  if (own === '') return general;
  const all = new Lexicon(lists);
  for (const line of linesOf(own)) all.addLine(line, roleOf(line));
  return { ...general, lexicon: all, spellings: all };
}

/** The shop's words for a thing that is known are things, too. */
function roleOf(line: string): 'thing' | 'quality' {
  const phrases = line.split(/[,>]/).map((phrase) => phraseTerms(phrase).join(' '));
  return phrases.some((phrase) => general.lexicon.is(phrase, 'thing')) ? 'thing' : 'quality';
}

/** The phrases of a role that a text has: `rain jacket` in "a warm rain jacket". Words of several roles are left out. */
export function phrasesIn(text: string, role: Role): Phrase[] {
  const terms = phraseTerms(text);
  const found: Phrase[] = [];
  for (let at = 0; at < terms.length;) {
    const length = Math.max(1, lexicon.lengthAt(terms, at));
    const phrase = terms.slice(at, at + length).join(' ');
    if (lexicon.is(phrase, role) && !(length === 1 && role === 'thing' && lexicon.is(phrase, 'quality')))
      found.push(phrase);
    at += length;
  }
  return found;
}

/** Whether a word or phrase means something in shops in general. */
export function isRetailWord(text: string): boolean {
  return general.lexicon.has(phraseTerms(text).join(' '));
}

/** Whether any of the terms is what things are made of. */
export function isMaterial(terms: Iterable<string>): boolean {
  return [...terms].some((term) => materials.has(term));
}
