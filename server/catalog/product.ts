import type { Product, Variant } from '../db/records.ts';
import { productAudience } from './search/product-kinds.ts';
import { retailLanguage } from './search/retail-language.ts';

const colorName = /^(colou?rs?|farbe|couleur|colore)$/i;
const sizeName = /^((\w+ )?sizes?|größe|taille|talla|taglia)$/i;
const maxDescription = 300;
const maxTags = 12;

/** A product in a list of results, as `productSummarySchema` says. */
export type ProductSummary = ReturnType<typeof productSummary>;

export function productSummary(product: Product) {
  const { min, max } = product.price_range;
  const reduced = product.variants.find(
    (variant) => variant.price.amount === min.amount && isReduced(variant),
  );
  return {
    id: product.id,
    title: product.title,
    description: shortened(product.description),
    price: min,
    ...(max.amount === min.amount ? {} : { max_price: max }),
    ...(reduced?.compare_at_price === undefined ? {} : { compare_at_price: reduced.compare_at_price }),
    available: product.available,
    ...(product.image_url === undefined ? {} : { image_url: product.image_url }),
    ...(product.url === undefined ? {} : { url: product.url }),
    ...(product.brand === undefined ? {} : { brand: product.brand }),
    categories: product.categories,
    tags: product.tags.slice(0, maxTags),
    audience: [...productAudience(product, retailLanguage().lexicon)],
    colors: optionValues(product.variants, isColorOption),
    sizes: optionValues(product.variants, isSizeOption),
    ...(product.notices && { notices: product.notices }),
  };
}

/** Whether the variant cost more before. */
export function isReduced({
  price,
  compare_at_price: before,
}: Pick<Variant, 'price' | 'compare_at_price'>): boolean {
  return before !== undefined && before.currency === price.currency && before.amount > price.amount;
}

export function isColorOption(name: string): boolean {
  return colorName.test(name.trim());
}

export function isSizeOption(name: string): boolean {
  return sizeName.test(name.trim());
}

/** The variant's value of the first option whose name matches. */
export function optionValue(
  variant: Pick<Variant, 'options'>,
  isOption: (name: string) => boolean,
): string | undefined {
  const entry = Object.entries(variant.options).find(([name]) => isOption(name));
  return entry?.[1];
}

/** The distinct values of an option such as the size, in the order of the variants. */
export function optionValues(
  variants: readonly Pick<Variant, 'options'>[],
  isOption: (name: string) => boolean,
): string[] {
  return [...new Set(variants.flatMap((variant) => optionValue(variant, isOption) ?? []))];
}

/** The options of variants with their values. */
export function optionsOf(variants: readonly Pick<Variant, 'options'>[]): [name: string, values: string[]][] {
  const names = new Set(variants.flatMap(({ options }) => Object.keys(options)));
  return [...names].map((name) => [name, optionValues(variants, (each) => each === name)]);
}

/** At most `length` UTF-16 units of the text, without an unpaired surrogate at the end. */
export function truncateText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** Ends at a word where there is one in the second half. */
function shortened(text: string): string {
  if (text.length <= maxDescription) return text;
  const start = truncateText(text, maxDescription - 1);
  const wholeWords = start.replace(/\s+\S*$/, '');
  return `${wholeWords.length > maxDescription / 2 ? wholeWords : start}…`;
}
