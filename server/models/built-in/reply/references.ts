import { stopWords, termsOf } from '../../../catalog/search/terms.ts';
import { stemOf, wordForm } from '../../../catalog/search/word-forms.ts';
import type { Reference } from '../read/message.ts';
import type { Summary } from '../tool-results.ts';

/** The products of a list that ordinals and superlatives refer to. */
export function referredProducts(references: readonly Reference[], shown: readonly Summary[]): Summary[] {
  const byPrice = shown.toSorted((left, right) => left.price.amount - right.price.amount);
  const referred = references.map((reference) => {
    if (typeof reference === 'number') return shown.at(reference > 0 ? reference - 1 : reference);
    return byPrice.at(reference === 'cheapest' ? 0 : -1);
  });
  return [...new Set(referred.flatMap((product) => product ?? []))];
}

/** The only product of a list whose title has all words, else the only one whose title, colours and sizes have them. */
export function namedProduct(words: readonly string[], shown: readonly Summary[]): Summary | undefined {
  if (words.length === 0) return undefined;
  const titled = shown.filter(({ title }) => hasWords(title, words));
  const offered = ({ title, colors, sizes }: Summary): string => [title, ...colors, ...sizes].join(' ');
  const fitting = titled.length > 0 ? titled : shown.filter((each) => hasWords(offered(each), words));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The product whose title of several words is said completely; the longest of such titles. */
export function fullyNamed(words: readonly string[], found: readonly Summary[]): Summary | undefined {
  const said = words.join(' ');
  const named = found
    .map((product) => ({ product, terms: termsOf(product.title).filter((term) => !stopWords.has(term)) }))
    .filter(({ terms }) => terms.length > 1 && hasWords(said, terms));
  return named.toSorted((left, right) => right.terms.length - left.terms.length)[0]?.product;
}

/** Whether a text has all words, in any form. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const stems = new Set(termsOf(text).map(stemOf));
  return words.every((word) => stems.has(stemOf(wordForm(word))));
}
