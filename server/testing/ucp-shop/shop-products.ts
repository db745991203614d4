import type { OptionChoice } from './protocol.ts';
import { type ProductLine, productLines, seriesNames } from './shop-lines.ts';

export type Stock = 'in_stock' | 'backorder' | 'preorder' | 'out_of_stock' | 'discontinued';

export interface ShopVariant {
  readonly id: string;
  readonly sku: string;
  readonly title: string;
  /** In euro cents; 0 is free. */
  readonly price: number;
  readonly listPrice?: number;
  readonly stock: Stock;
  readonly choices: readonly OptionChoice[];
}

export interface ShopProduct {
  readonly id: string;
  readonly handle: string;
  readonly title: string;
  readonly line: ProductLine;
  readonly series: string;
  readonly number: number;
  readonly variants: readonly ShopVariant[];
}

/**
 * The shop's 300 products, the same in every process: each of 20 lines in each of 15 series. Some are sold out, on
 * backorder, reduced, free, without options, or have 120 variants.
 */
export const shopProducts: readonly ShopProduct[] = seriesNames.flatMap((series, row) =>
  productLines.map((line, column) => createProduct(line, series, row * productLines.length + column)),
);

function createProduct(line: ProductLine, series: string, number: number): ShopProduct {
  const id = 1001 + number;
  const choices = combinations(line.options).filter((_, index) => isMade(number, index));
  return {
    id: `gid://meadow-mill/Product/${id}`,
    handle: `${series} ${line.noun}`.toLowerCase().replaceAll(' ', '-'),
    title: `${series} ${line.noun}`,
    line,
    series,
    number,
    variants: choices.map((choice, index) => createVariant(line, series, { number, id, index }, choice)),
  };
}

/** All combinations of option values, in the order of the options; one without choices for a product without options. */
function combinations(options: Readonly<Record<string, readonly string[]>>): OptionChoice[][] {
  let rows: OptionChoice[][] = [[]];
  for (const [name, labels] of Object.entries(options))
    rows = rows.flatMap((row) => labels.map((label) => [...row, { name, label }]));
  return rows;
}

/** Some products are not made in all combinations. */
function isMade(number: number, index: number): boolean {
  return number % 3 !== 0 || index % 7 !== 6;
}

function createVariant(
  line: ProductLine,
  series: string,
  at: { number: number; id: number; index: number },
  choices: readonly OptionChoice[],
): ShopVariant {
  const price = priceOf(line, at.number, at.index);
  return {
    id: `gid://meadow-mill/ProductVariant/${at.id}${String(at.index + 1).padStart(3, '0')}`,
    sku: `${series.slice(0, 3).toUpperCase()}-${at.id}-${at.index + 1}`,
    title: choices.map(({ label }) => label).join(' / ') || 'Default',
    price,
    // Every fifth product is reduced by a quarter.
    ...(at.number % 5 === 0 && price > 0 ? { listPrice: Math.round(price / 0.75) } : {}),
    stock: stockOf(at.number, at.index),
    choices,
  };
}

function priceOf(line: ProductLine, number: number, index: number): number {
  if (line.noun === 'Wooden Train' && number > 280) return 0;
  const series = Math.floor(number / productLines.length);
  // Dearer series, and within a product a little more for the later values.
  return Math.round(line.price * (0.8 + series * 0.06)) + (index % 4) * Math.round(line.price / 40);
}

function stockOf(number: number, index: number): Stock {
  if (number % 37 === 36) return 'out_of_stock';
  if (number % 53 === 52) return 'discontinued';
  const place = (number * 7 + index * 3) % 23;
  if (place === 1 || place === 8) return 'out_of_stock';
  if (place === 12) return 'backorder';
  return place === 17 ? 'preorder' : 'in_stock';
}

export function isAvailable(variant: ShopVariant): boolean {
  return variant.stock !== 'out_of_stock' && variant.stock !== 'discontinued';
}

/** The variant that stands for a product: the first that can be bought, or the first at all. */
export function featuredVariant(variants: readonly ShopVariant[]): ShopVariant | undefined {
  return variants.find(isAvailable) ?? variants[0];
}
