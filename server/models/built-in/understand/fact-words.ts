import { factWords } from '../words/facts.ts';
import { phrases } from '../words/phrases.ts';
import { splitPhrases } from './pieces.ts';

const words = new Set([
  ...Object.keys(factWords).flatMap((keys) => keys.split(' ')),
  ...splitPhrases(phrases.quality),
]);

/** Whether a word asks for a fact about a product, or says what the product is like: "heavy", "waterproof". */
export function isFactWord(word: string): boolean {
  return words.has(word);
}
