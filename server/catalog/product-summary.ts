import { cutText } from './cut-text.ts';
import type { Price, Product } from './product.ts';
import { isColorOption, isSizeOption, optionValue } from './variant-options.ts';

/** What a list of products shows of each. */
export interface ProductSummary {
  readonly id: string;
  readonly title: string;
  /** At most 300 characters. */
  readonly description: string;
  /** The lowest of its variants' prices. */
  readonly price: Price;
  /** The highest, where it is another. */
  readonly max_price?: Price;
  readonly available: boolean;
  readonly image_url?: string;
  readonly url?: string;
  readonly brand?: string;
  readonly colors: readonly string[];
  readonly sizes: readonly string[];
}

const longestDescription = 300;

/** Cuts at a word where there is one near the end. */
function shortened(text: string): string {
  if (text.length <= longestDescription) return text;
  const cut = cutText(text, longestDescription - 1);
  const atWord = cut.replace(/\s+\S*$/, '');
  return `${atWord.length > longestDescription / 2 ? atWord : cut}…`;
}

function optionValues(product: Product, isOption: (name: string) => boolean): string[] {
  return [...new Set(product.variants.flatMap((variant) => optionValue(variant, isOption) ?? []))];
}

export function productSummary(product: Product): ProductSummary {
  const { min, max } = product.price_range;
  return {
    id: product.id,
    title: product.title,
    description: shortened(product.description),
    price: min,
    ...(max.amount === min.amount ? {} : { max_price: max }),
    available: product.available,
    ...(product.image_url === undefined ? {} : { image_url: product.image_url }),
    ...(product.url === undefined ? {} : { url: product.url }),
    ...(product.brand === undefined ? {} : { brand: product.brand }),
    colors: optionValues(product, isColorOption),
    sizes: optionValues(product, isSizeOption),
  };
}
