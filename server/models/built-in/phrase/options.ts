import { isColorOption, isSizeOption } from '../../../catalog/product.ts';
import { colorTerms, withBasicColors } from '../../../catalog/search/color-shades.ts';
import { sizeMatches } from '../../../catalog/search/size-words.ts';
import { termsOf } from '../../../catalog/search/terms.ts';
import type { Detail, DetailVariant } from '../tool-results.ts';

export const optionNames = { size: isSizeOption, color: isColorOption } as const;
export type OptionName = keyof typeof optionNames;

function optionOf({ options }: DetailVariant, name: OptionName): string | undefined {
  return Object.entries(options).find(([each]) => optionNames[name](each))?.[1];
}

/** The distinct sizes (or colours) of variants, in their order. */
export function optionValues(variants: readonly DetailVariant[], name: OptionName): string[] {
  return [...new Set(variants.flatMap((variant) => optionOf(variant, name) ?? []))];
}

/** The variants of a size and colour, in any notation. A variant without a colour option has the colours of the title. */
export function fittingVariants(
  { variants, title }: Detail,
  { size, color }: { readonly size?: string; readonly color?: string },
): DetailVariant[] {
  return variants.filter((variant) => {
    const offered = optionOf(variant, 'size');
    const sizeFits = size === undefined || (offered !== undefined && sizeMatches(offered, size));
    return sizeFits && (color === undefined || isColored(optionOf(variant, 'color') ?? title, color));
  });
}

export function isColored(text: string, color: string): boolean {
  const shades = withBasicColors(colorTerms(termsOf(text)));
  return color.split(' or ').some((each) => termsOf(each).every((term) => shades.has(term)));
}
