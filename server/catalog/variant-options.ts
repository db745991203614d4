import type { Variant } from './product.ts';

const colorName = /^(colou?rs?|farbe|couleur|colore)$/i;
const sizeName = /^((\w+ )?sizes?|größe|taille|talla|taglia)$/i;

export function isColorOption(name: string): boolean {
  return colorName.test(name.trim());
}

export function isSizeOption(name: string): boolean {
  return sizeName.test(name.trim());
}

/** The variant's value of the first option whose name passes. */
export function optionValue(variant: Variant, isOption: (name: string) => boolean): string | undefined {
  const entry = Object.entries(variant.options).find(([name]) => isOption(name));
  return entry?.[1];
}
