import type { Product } from '../../db/records.ts';
import { colorTerms, withBasicColors } from './color-shades.ts';
import { productAudience, productKinds } from './product-kinds.ts';
import { buildRankedIndex, type RankedIndex, type SearchDocument } from './ranked-index.ts';
import type { Language } from './read-query.ts';
import { termsOf } from './terms.ts';

/** Indexes the words of products, in turns of the event loop. The ids of matches are positions in the list. */
export function buildSearchIndex(products: readonly Product[], language: Language): Promise<RankedIndex> {
  return buildRankedIndex(documentsOf(products, language), language);
}

function* documentsOf(products: readonly Product[], language: Language): Generator<SearchDocument> {
  for (const product of products) yield searchDocument(product, language);
}

function searchDocument(product: Product, language: Language): SearchDocument {
  const { title, categories, tags, brand = '', description } = product;
  const { lexicon, translations } = language;
  const toEnglish = (terms: readonly string[]): string[] =>
    translations.toEnglish(terms, (term) => lexicon.has(term));
  return {
    title,
    labels: [...categories, ...tags, brand].join(' '),
    options: [optionsOf(product), ...new Set(colorsOf(product))].join(' '),
    text: description,
    things: productKinds(product, lexicon, toEnglish),
    audience: productAudience(product, lexicon),
  };
}

function optionsOf({ variants }: Product): string {
  return [...new Set(variants.flatMap((variant) => Object.values(variant.options)))].join(' ');
}

/** Colours with their basic colours: a navy coat is found as a blue one. */
function colorsOf(product: Product): string[] {
  const inOptions = colorTerms(termsOf(optionsOf(product)));
  return [...withBasicColors(colorTerms(termsOf(product.title)), true), ...withBasicColors(inOptions)];
}
