import { colorTerms, withBasicColors } from '../../../catalog/search/color-shades.ts';
import { sizeMatches } from '../../../catalog/search/size-words.ts';
import { termsOf } from '../../../catalog/search/terms.ts';
import { isColorOption, isSizeOption } from '../../../catalog/product.ts';
import type { Question } from '../answer.ts';
import type { Detail, DetailVariant } from '../catalog-reading.ts';
import { listed } from './plain-text.ts';

type IsOption = (name: string) => boolean;

function optionOf({ options }: DetailVariant, isOption: IsOption): string | undefined {
  return Object.entries(options).find(([name]) => isOption(name))?.[1];
}

/** The distinct sizes (or colours) of variants, in their order. */
export function optionValues(variants: readonly DetailVariant[], isOption: IsOption): string[] {
  return [...new Set(variants.flatMap((variant) => optionOf(variant, isOption) ?? []))];
}

export function availableOf(variants: readonly DetailVariant[]): DetailVariant[] {
  return variants.filter(({ available }) => available);
}

/** "Sizes: S and M. Colours: Red.", without missing options. */
export function optionLines({ variants }: Detail): string[] {
  return [
    line('Size', optionValues(variants, isSizeOption)),
    line('Colour', optionValues(variants, isColorOption)),
  ].flat();
}

function line(name: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`${name}${values.length === 1 ? '' : 's'}: ${listed(values, 12)}.`];
}

/** The variants of a size and colour, in any notation. A variant without a colour option has the colours of the title. */
export function fittingVariants(
  { variants, title }: Detail,
  { size, color }: Pick<Question, 'size' | 'color'>,
): DetailVariant[] {
  return variants.filter((variant) => {
    const offered = optionOf(variant, isSizeOption);
    const sizeFits = size === undefined || (offered !== undefined && sizeMatches(offered, size));
    return sizeFits && (color === undefined || isColored(optionOf(variant, isColorOption) ?? title, color));
  });
}

function isColored(text: string, color: string): boolean {
  const shades = withBasicColors(colorTerms(termsOf(text)));
  return termsOf(color).every((term) => shades.has(term));
}
