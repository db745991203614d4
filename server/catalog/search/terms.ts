import { wordForm } from './word-forms.ts';

const teeShirt = /\bt[- ]?shirts?\b/g;
const possessive = /['’]s\b/g;
const wordPattern = /[\p{L}\p{N}]+/gu;
const marks = /\p{M}+/gu;

/**
 * The searchable words of a text in order: lower case, without accents, in their indexed form.
 * `Women’s T-Shirts` gives `woman`, `tshirt`.
 */
export function termsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(marks, '').toLowerCase();
  const words = plain.replace(possessive, '').replace(teeShirt, 'tshirt').match(wordPattern) ?? [];
  return words.map(wordForm);
}
