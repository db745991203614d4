import { linesOf, readWords } from './lexicon.ts';
import { termsOf } from './terms.ts';

/** Shades with the basic colours that match them, in the form of `termsOf`. */
const shades = new Map<string, readonly string[]>();
const ambiguous = new Set<string>();
for (const line of linesOf(readWords('words/colors.txt', import.meta.url))) {
  const [shade = '', basics = ''] = line.replace('~', '').split(':');
  shades.set(shade, termsOf(basics));
  if (line.startsWith('~')) ambiguous.add(shade);
}

// Includes basic colours that are no shades.
const basics = new Set([...shades.values()].flat());

/** The terms that are colours. */
export function colorTerms(terms: readonly string[]): string[] {
  return terms.filter((term) => shades.has(term) || basics.has(term));
}

/** Whether a colour may also be a material, a plant or a food: "olive oil soap". */
export function isAmbiguousColor(term: string): boolean {
  return ambiguous.has(term);
}

/** Adds the basic colours to colour terms: `navy` gives `navy`, `blue`. Of words in a text, ambiguous ones are left alone. */
export function withBasicColors(terms: readonly string[], areOfText = false): Set<string> {
  const basicsOf = (term: string) => (areOfText && ambiguous.has(term) ? [] : (shades.get(term) ?? []));
  return new Set(terms.flatMap((term) => [term, ...basicsOf(term)]));
}

/** The words of a text that are colours, as it writes them. */
export function colorsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => colorTerms(termsOf(word)).length > 0);
}
