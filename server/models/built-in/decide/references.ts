import { stemOf, wordForm } from '../../../catalog/search/word-forms.ts';
import { stopWords, termsOf } from '../../../catalog/search/terms.ts';
import type { Meaning, Reference } from '../understand/meaning.ts';
import type { Summary } from '../tool-results.ts';

/** The products of a list that ordinals and superlatives refer to. */
export function referredProducts({ references }: Meaning, shown: readonly Summary[]): Summary[] {
  return [...new Set(references.flatMap((reference) => referred(reference, shown) ?? []))];
}

function referred(reference: Reference, shown: readonly Summary[]): Summary | undefined {
  if (typeof reference === 'number') return shown.at(reference > 0 ? reference - 1 : reference);
  const byPrice = shown.toSorted((left, right) => left.price.amount - right.price.amount);
  return byPrice.at(reference === 'cheapest' ? 0 : -1);
}

/** The only product of a list whose title has all words and colours, else the only one that comes in the colours. */
export function namedProduct(
  { words, colors }: Pick<Meaning, 'words' | 'colors'>,
  shown: readonly Summary[],
): Summary | undefined {
  if (words.length + colors.length === 0) return undefined;
  const titled = shown.filter(({ title }) => hasWords(title, [...words, ...colors]));
  const fitting =
    titled.length > 0
      ? titled
      : shown.filter((each) =>
          hasWords([each.title, ...each.colors, ...each.sizes].join(' '), [...words, ...colors]),
        );
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The product whose title of several words is said completely; the longest of such titles. */
export function fullyNamed(
  { words, colors }: Pick<Meaning, 'words' | 'colors'>,
  found: readonly Summary[],
): Summary | undefined {
  const said = [...words, ...colors].join(' ');
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
