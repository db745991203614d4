import type { Variant } from '../db/records.ts';
import type { GetProductResponse, SelectedOption } from '../ucp/types.ts';

type DetailOption = NonNullable<GetProductResponse['product']['options']>[number];

interface Choice {
  /** The variant that was asked for by its id: its options are the selection. */
  readonly variant: Variant | undefined;
  readonly selected: readonly SelectedOption[] | undefined;
  readonly preferences: readonly string[] | undefined;
}

interface Selection {
  /** The one that stands for the product first. */
  readonly variants: readonly Variant[];
  /** The selections that hold: without those that had to be given up, or that the product does not have. */
  readonly effective: SelectedOption[];
  /** Adds to each value whether a variant with it and the other selections exists, and can be bought. */
  options(option: DetailOption): DetailOption;
}

/**
 * What a shopper's choices leave of a product's variants (at least one). Without any choice all variants are listed, and
 * the selection is that of the first.
 */
export function selectVariants(variants: readonly Variant[], choice: Choice): Selection {
  const chosen = chosenOf(variants, choice);
  const matching = chosen === undefined ? variants : variants.filter((each) => hasAll(each, chosen));
  const sorted = featuredFirst(matching, choice.variant);
  const effective = chosen ?? optionsOf(sorted[0]);
  return { variants: sorted, effective, options: (option) => withSignals(option, variants, effective) };
}

function chosenOf(
  variants: readonly Variant[],
  { variant, selected, preferences = [] }: Choice,
): SelectedOption[] | undefined {
  if (variant !== undefined) return optionsOf(variant);
  if (selected === undefined || selected.length === 0) return undefined;
  return relaxed(variants, ownSelections(variants, selected), preferences);
}

function optionsOf(variant: Variant | undefined): SelectedOption[] {
  return Object.entries(variant?.options ?? {}).map(([name, label]) => ({ name, label }));
}

/** Selections in the shop's spelling; what no variant has is left out, and of a repeated name the first counts. */
function ownSelections(variants: readonly Variant[], selected: readonly SelectedOption[]): SelectedOption[] {
  const all = variants.flatMap(optionsOf);
  const known = selected.flatMap(({ name, label }) => {
    const own = all.find((each) => isSame(each.name, name) && isSame(each.label, label));
    return own ?? [];
  });
  return [...new Map(known.toReversed().map((each) => [each.name, each])).values()].reverse();
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
  const rank = ({ name }: SelectedOption): number => {
    const at = preferences.findIndex((each) => isSame(each, name));
    return at === -1 ? preferences.length : at;
  };
  const worst = Math.max(...selected.map(rank));
  const last = selected.findLastIndex((each) => rank(each) === worst);
  return relaxed(variants, selected.toSpliced(last, 1), preferences);
}

function hasAll({ options }: Variant, selected: readonly SelectedOption[]): boolean {
  return selected.every(({ name, label }) => options[name] === label);
}

function withSignals(
  { name, values }: DetailOption,
  variants: readonly Variant[],
  effective: readonly SelectedOption[],
): DetailOption {
  const others = effective.filter((each) => each.name !== name);
  return {
    name,
    values: values.map(({ label }) => {
      const fitting = variants.filter((each) => hasAll(each, [...others, { name, label }]));
      return { label, available: fitting.some(({ available }) => available), exists: fitting.length > 0 };
    }),
  };
}

/** The variant that stands for a product comes first: this one, or else the first that can be bought. */
export function featuredFirst(variants: readonly Variant[], variant?: Variant): readonly Variant[] {
  const featured = variant ?? variants.find(({ available }) => available);
  return featured === undefined ? variants : [featured, ...variants.filter((each) => each !== featured)];
}
