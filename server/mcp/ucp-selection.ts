import type { Variant } from '../db/records.ts';
import type { SelectedOption, UcpProduct } from '../ucp/types.ts';

type Option = NonNullable<UcpProduct['options']>[number];

interface Choice {
  /** The variant that was asked for by its id: its options are the selection. */
  readonly variant: Variant | undefined;
  readonly selected?: readonly SelectedOption[] | undefined;
  readonly preferences?: readonly string[] | undefined;
}

/**
 * What a shopper's choices leave of a product's variants (at least one), the one that stands for the product first, and the
 * selections that hold: without those that had to be given up, or that the product does not have. Without any choice all
 * variants are listed, and the selection is that of the first. `options` adds to each value whether a variant with it and
 * the other selections exists, and can be bought.
 */
export function selectVariants(
  all: readonly Variant[],
  { variant, selected = [], preferences = [] }: Choice,
) {
  const known = variant === undefined ? ownSelections(all, selected) : optionsOf(variant);
  const chosen = relaxed(all, known, preferences);
  const matching = all.filter((each) => hasAll(each, chosen));
  const variants = featuredFirst(matching, variant);
  const effective = variant === undefined && selected.length === 0 ? optionsOf(variants[0]) : chosen;
  const options = ({ name, values }: Option): Option => ({
    name,
    values: values.map(({ label }) => {
      const others = effective.filter((each) => each.name !== name);
      const fitting = all.filter((each) => hasAll(each, [...others, { name, label }]));
      return { label, available: fitting.some(({ available }) => available), exists: fitting.length > 0 };
    }),
  });
  return { variants, selected: effective, options };
}

function optionsOf(variant: Variant | undefined): SelectedOption[] {
  return Object.entries(variant?.options ?? {}).map(([name, label]) => ({ name, label }));
}

/** Selections in the shop's spelling; what no variant has is left out, and of a repeated name the first counts. */
function ownSelections(variants: readonly Variant[], selected: readonly SelectedOption[]): SelectedOption[] {
  const all = variants.flatMap(optionsOf);
  const ownOf = ({ name, label }: SelectedOption) =>
    all.find((each) => isSame(each.name, name) && isSame(each.label, label));
  const known = selected.flatMap((each) => ownOf(each) ?? []);
  return known.filter(({ name }, at) => known.findIndex((each) => each.name === name) === at);
}

function isSame(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

/** Gives selections up, the least preferred first, until a variant has the rest. */
function relaxed(
  variants: readonly Variant[],
  selected: SelectedOption[],
  preferences: readonly string[],
): SelectedOption[] {
  if (variants.some((each) => hasAll(each, selected))) return selected;
  const ranks = selected.map(({ name }) => preferences.findIndex((each) => isSame(each, name)) >>> 0);
  return relaxed(variants, selected.toSpliced(ranks.lastIndexOf(Math.max(...ranks)), 1), preferences);
}

function hasAll({ options }: Variant, selected: readonly SelectedOption[]): boolean {
  return selected.every(({ name, label }) => options[name] === label);
}

/** The variant that stands for a product comes first: this one, or else the first that can be bought. */
export function featuredFirst(variants: readonly Variant[], variant?: Variant): readonly Variant[] {
  const featured = variant ?? variants.find(({ available }) => available);
  return featured === undefined ? variants : [featured, ...variants.filter((each) => each !== featured)];
}
