import type { Phrase } from './lexicon.ts';
import { contentTerms, retailLanguage } from './retail-language.ts';
import { stemOf, termsOf } from './terms.ts';

/** The product of a list that a name means: the only one whose title has the most of its words. */
export function closestTitle<Own extends { readonly title: string }>(
  name: string,
  products: readonly Own[],
): Own | undefined {
  const terms = contentTerms(name);
  const scored = products.map((product) => ({ product, score: likeness(product.title, terms) }));
  const best = Math.max(1, ...scored.map(({ score }) => score));
  const like = scored.filter(({ score }) => score === best).map(({ product }) => product);
  // "The jacket" among three jackets is none of them, "the rain jacket" is not the one for women.
  const titles = new Set(like.map(({ title }) => title));
  return titles.size === 1 ? like[0] : like.find(({ title }) => termsOf(title).length === best);
}

/** Whether a title has all words of a name. */
export function isCalled({ title }: { readonly title: string }, name: string): boolean {
  const terms = contentTerms(name);
  return likeness(title, terms) === terms.length;
}

/** How many of the terms a title has, in any form or as another word for what the product is. */
function likeness(title: string, terms: readonly string[]): number {
  const { lexicon } = retailLanguage();
  const own = termsOf(title);
  const stems = new Set(own.map(stemOf));
  const things = own.flatMap((_, at) => lexicon.thingsAtEnd(own.slice(0, at + 1)));
  const isLike = (term: string): boolean =>
    stems.has(stemOf(term)) ||
    lexicon.alternatives(term, 'thing').some(({ phrase }) => things.includes(phrase));
  return terms.filter(isLike).length;
}

/** What a question of a measure is answered by: "how heavy" by "640 g". */
const measures: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:heavy|weigh|weight|light|lighter)$/, /\d\s?(?:kg|g|grams?|lbs?|oz|ounces?|pounds?)\b/i],
  [
    /^(?:large|big|tall|high|height|wide|width|long|length|deep|dimension|size|measure|measurement)$/,
    /\d\s?(?:mm|cm|m|in|inch|inches|ft|feet|["”″′])(?![a-z])|\d\s?[x×]\s?\d/i,
  ],
  [
    /^(?:hold|litre|liter|ml|capacity|volume)$/,
    /\d\s?(?:ml|l|litres?|liters?|cups?|fl oz|quarts?|gallons?)\b/i,
  ],
];

/** The sentences that have one of the terms, in any form or another word for the same quality. */
export function sentencesAbout(terms: readonly string[], sentences: readonly string[]): string[] {
  const { lexicon } = retailLanguage();
  const measured = measures.filter(([asked]) => terms.some((term) => asked.test(term)));
  const alike = terms.flatMap((term) =>
    lexicon.alternatives(term, 'quality').map(({ phrase }) => stemOf(phrase)),
  );
  return sentences.filter(
    (text) =>
      termsOf(text).some((term) => alike.includes(stemOf(term))) ||
      measured.some(([, unit]) => unit.test(text)),
  );
}

/** Whether a text has all words of a phrase, in any form or another word for the same quality. */
export function mentions(text: string, phrase: Phrase): boolean {
  return phrase.split(' ').every((term) => sentencesAbout([term], [text]).length > 0);
}
