import { wordForm } from './word-forms.ts';

const teeShirt = /\bt[- ]?shirts?\b/g;
const possessive = /['’]s\b/g;
const wordPattern = /[\p{L}\p{N}]+/gu;
const marks = /\p{M}+/gu;

/** The words of a text in order: lower case, without accents. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(marks, '').toLowerCase();
  return plain.replace(possessive, '').replace(teeShirt, 'tshirt').match(wordPattern) ?? [];
}

/** The searchable words of a text in their indexed form: `Women’s T-Shirts` gives `woman`, `tshirt`. */
export function termsOf(text: string): string[] {
  return wordsOf(text).map(wordForm);
}

const wordsOfQuestions = `a about all also am an and any are around available be below best buy by can cheap cheaper cheapest could
  do does dollar else expensive find for from get give good got has have hello help hi i if in is it item like look
  looking me most my need no not of on one or our please product recommend sale search sell shop show so some
  something stock than thanks that the their them there these they thing this those to under up want we what which
  who with would you your`;

/** Words of a question that do not describe a product, in their indexed form. */
export const stopWords: ReadonlySet<string> = new Set(termsOf(wordsOfQuestions));
