import type { Product, Variant } from '../../db/records.ts';
import { isColorOption, isReduced, isSizeOption, optionValue } from '../product.ts';
import { colorTerms, isAmbiguousColor, withBasicColors } from './color-shades.ts';
import { isMaterial } from './retail-language.ts';
import { sizeMatches } from './size-words.ts';
import { termsOf } from './terms.ts';

/** Filters of a search. One variant of a product must match all that concern variants; blank texts count as absent. */
export interface CatalogFilters {
  readonly category?: string | undefined;
  /** Any of these, beside `category`. */
  readonly categories?: readonly string[] | undefined;
  readonly color?: string | undefined;
  readonly size?: string | undefined;
  /** Inclusive bounds in minor units of the catalogue's currency. */
  readonly price?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;
  readonly in_stock?: boolean | undefined;
  /** Only variants whose old price is higher, and products that the shop tags so. */
  readonly on_sale?: boolean | undefined;
  /** What a product must not be: colours, materials, kinds. */
  readonly exclude?: readonly string[] | undefined;
}

interface VariantFacets {
  readonly colors: ReadonlySet<string>;
  readonly size: string | undefined;
  readonly amount: number;
  readonly currency: string;
  readonly available: boolean;
  readonly onSale: boolean;
}

/** What filters compare of each variant of a product, computed once. */
export type ProductFacets = readonly VariantFacets[];

/** Reads the facets of products. Those with one colour share its set: shops have many variants and few colours. */
export function createFacetReader(): (product: Product) => ProductFacets {
  const sets = new Map<string, ReadonlySet<string>>();
  const shared = (set: ReadonlySet<string>): ReadonlySet<string> => {
    const key = [...set].join();
    const known = sets.get(key) ?? set;
    sets.set(key, known);
    return known;
  };
  return (product) => {
    const productColors = shared(withBasicColors(colorsInWords(product), true));
    const isTagged = product.tags.some((tag) => /^(?:on )?sale$/i.test(tag));
    return product.variants.map((variant) => {
      const facets = variantFacets(variant, productColors);
      return { ...facets, colors: shared(facets.colors), onSale: facets.onSale || isTagged };
    });
  };
}

/** Whether one variant of a product matches all filters. A price in a currency other than `currency` never matches. */
export function facetFilter(filters: CatalogFilters, currency: string): (facets: ProductFacets) => boolean {
  const tests = variantTests(filters, currency);
  return (variants) => tests.length === 0 || variants.some((variant) => tests.every((test) => test(variant)));
}

/** The variants that a text names by most of their options: "16kg" and "in 16" are one of "16 kg". None where it names no option. */
export function namedVariants<Own extends Pick<Variant, 'options'>>(
  variants: readonly Own[],
  text: string,
): Own[] {
  const words = inSpaces(text);
  const inNumbers = [...text.matchAll(/\bin (\d+)\b/g)].map(([, number]) => ` ${number} `);
  const isNamed = (value: string): boolean =>
    words.includes(inSpaces(value)) || inNumbers.some((number) => inSpaces(value).startsWith(number));
  const count = ({ options }: Own): number => Object.values(options).filter(isNamed).length;
  const most = Math.max(0, ...variants.map(count));
  return most === 0 ? [] : variants.filter((variant) => count(variant) === most);
}

function inSpaces(text: string): string {
  return ` ${termsOf(text).join(' ')} `;
}

/** The variants of a size and colour, in any notation. */
export function matchingVariants<Own extends Pick<Variant, 'price' | 'options' | 'available'>>(
  product: Pick<Product, 'title' | 'description'> & { readonly variants: readonly Own[] },
  filters: Pick<CatalogFilters, 'color' | 'size'>,
): Own[] {
  const colors = withBasicColors(colorsInWords({ tags: [], ...product }), true);
  const tests = variantTests(filters, '');
  return product.variants.filter((variant) => tests.every((test) => test(variantFacets(variant, colors))));
}

/** The colours of a product whose variants have none: from title and tags, or else from the description. */
function colorsInWords(product: Pick<Product, 'title' | 'tags' | 'description'>): string[] {
  const named = colorTerms(termsOf([product.title, ...product.tags].join(' ')));
  return named.length > 0 ? named : colorTerms(termsOf(product.description));
}

function variantFacets(
  variant: Pick<Variant, 'price' | 'options' | 'available' | 'compare_at_price'>,
  productColors: ReadonlySet<string>,
): VariantFacets {
  const color = optionValue(variant, isColorOption);
  return {
    colors: color === undefined ? productColors : withBasicColors(termsOf(color)),
    size: optionValue(variant, isSizeOption),
    amount: variant.price.amount,
    currency: variant.price.currency,
    available: variant.available,
    onSale: isReduced(variant),
  };
}

type Test = (variant: VariantFacets) => boolean;

/** Any of the colours in "red or blue". "Light blue" is blue; without a known colour all words must match. */
function colorTest(color: string): Test {
  const alternatives = color.split(/\bor\b|,|\//).map((each) => termsOf(each));
  const wanted = alternatives.map((terms) => (colorTerms(terms).length > 0 ? colorTerms(terms) : terms));
  return ({ colors }) => wanted.some((terms) => terms.length > 0 && terms.every((term) => colors.has(term)));
}

function variantTests(filters: CatalogFilters, currency: string): Test[] {
  const tests: Test[] = [];
  const { color, size, price, in_stock: inStock, on_sale: onSale, exclude = [] } = filters;
  if (color?.trim()) tests.push(colorTest(color));
  if (size?.trim()) tests.push((variant) => variant.size !== undefined && sizeMatches(variant.size, size));
  if (price?.min !== undefined || price?.max !== undefined) {
    const [min, max] = [price.min ?? 0, price.max ?? Infinity];
    tests.push(({ amount, currency: own }) => own === currency && amount >= min && amount <= max);
  }
  if (inStock !== undefined) tests.push((variant) => variant.available === inStock);
  if (onSale !== undefined) tests.push((variant) => variant.onSale === onSale);
  for (const unwanted of colorTerms(termsOf(exclude.join(' '))))
    tests.push(({ colors }) => !colors.has(unwanted));
  return tests;
}

/** What is excluded by more than the colour of a variant: "silver" may be a material. */
export function excludedThings({ exclude = [] }: CatalogFilters): string[] {
  const isPlainColor = (term: string): boolean => colorTerms([term]).length > 0 && !isAmbiguousColor(term);
  return exclude.filter((text) => !termsOf(text).every(isPlainColor));
}

const madeMarks = new Set(['in', 'of', 'from', 'with', 'percent', 'pure', 'lined', 'containing', 'contain']);
const notMadeMarks = new Set([
  'no',
  'not',
  'without',
  'than',
  'unlike',
  'like',
  'dislike',
  'instead',
  'never',
  'zero',
]);
const wordsBetween = 3;

/**
 * Whether a description says that a product is made of something: "in undyed wool", and of a material any mention, but
 * not "for those who dislike wool" and "latex-free".
 */
export function isMadeOf(description: string, terms: ReadonlySet<string>): boolean {
  const isAnyMention = isMaterial(terms);
  const isMade = (before: readonly string[], after: string | undefined): boolean =>
    isAnyMention
      ? after !== 'free' && !before.some((each) => notMadeMarks.has(each))
      : before.some((each) => madeMarks.has(each));
  return description
    .replaceAll('%', ' percent ')
    .split(/[.!?;\n]/)
    .map(termsOf)
    .some((words) =>
      words.some(
        (word, at) =>
          terms.has(word) && isMade(words.slice(Math.max(0, at - wordsBetween), at), words[at + 1]),
      ),
    );
}
