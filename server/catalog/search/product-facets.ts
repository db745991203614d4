import type { Product, Variant } from '../../db/records.ts';
import { isColorOption, isReduced, isSizeOption, optionValue } from '../product.ts';
import { colorTerms, isAmbiguousColor, withBasicColors, withBasicColorsOfWords } from './color-shades.ts';
import { sizeMatches } from './size-words.ts';
import { termsOf } from './terms.ts';

/** Filters that one variant of a product must match together. Blank texts count as absent. */
export interface CatalogFilters {
  readonly category?: string | undefined;
  readonly color?: string | undefined;
  readonly size?: string | undefined;
  /** Inclusive bounds in minor units of the catalogue's currency. */
  readonly price?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined;
  readonly in_stock?: boolean | undefined;
  /** Only variants whose old price is higher. */
  readonly on_sale?: boolean | undefined;
  /** Words that must not apply, such as colours and materials. */
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

/** The values that filters compare, computed once for each product. */
export interface ProductFacets {
  readonly categories: ReadonlySet<string>;
  readonly variants: readonly VariantFacets[];
}

export function productFacets(product: Product): ProductFacets {
  const productColors = withBasicColorsOfWords(colorsInWords(product));
  return {
    categories: new Set(termsOf([product.title, ...product.categories, ...product.tags].join(' '))),
    variants: product.variants.map((variant) => variantFacets(variant, productColors)),
  };
}

/**
 * Whether a product matches: its category words include all words of the category, and one variant matches every
 * other filter. A price in a currency other than `currency` never matches.
 */
export function facetFilter(filters: CatalogFilters, currency: string): (facets: ProductFacets) => boolean {
  const categoryTerms = termsOf(filters.category ?? '');
  const tests = variantTests(filters, currency);
  const materials = colorTerms(termsOf((filters.exclude ?? []).join(' '))).filter(isAmbiguousColor);
  return ({ categories, variants }) =>
    categoryTerms.every((term) => categories.has(term)) &&
    !materials.some((term) => categories.has(term)) &&
    (tests.length === 0 || variants.some((variant) => tests.every((test) => test(variant))));
}

/** The variants of a size and colour, in any notation. */
export function matchingVariants<Own extends Pick<Variant, 'price' | 'options' | 'available'>>(
  product: Pick<Product, 'title' | 'description'> & { readonly variants: readonly Own[] },
  filters: Pick<CatalogFilters, 'color' | 'size'>,
): Own[] {
  const colors = withBasicColorsOfWords(colorsInWords({ tags: [], ...product }));
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

/** The words of `exclude` that are no colours: no part of a product may have them. */
export function excludedWords({ exclude = [] }: CatalogFilters): string[] {
  return exclude.filter((text) => colorTerms(termsOf(text)).length === 0);
}
