import { minorPrice, parsePrice } from '../../money/parse-price.ts';
import type { Price, Variant } from '../../../db/records.ts';
import { inField, RowRejection } from '../import-errors.ts';
import { maxOptions, maxVariants } from '../import-limits.ts';
import type { JsonLine, JsonPrice, JsonVariant } from './json-line.ts';

/** The variants of one line, at least one. Throws RowRejection. */
export function jsonVariants(line: JsonLine, fallbackCurrency: string | undefined): Variant[] {
  const currency = line.currency ?? fallbackCurrency;
  const soldOut = new Set(line.out_of_stock);
  const variants = variantDrafts(line).map((draft) => jsonVariant({ line, draft, currency, soldOut }));
  const ids = new Set(variants.map((variant) => variant.id));
  if (ids.size < variants.length)
    throw new RowRejection('variants: an id or a combination of options is duplicated');
  return variants;
}

function readPrice(field: string, price: JsonPrice, currency: string | undefined): Price {
  return inField(field, () =>
    typeof price === 'object'
      ? minorPrice(price.amount, price.currency, currency)
      : parsePrice(String(price), currency),
  );
}

function combinations(options: Readonly<Record<string, readonly string[]>>): Record<string, string>[] {
  const entries = Object.entries(options);
  if (entries.length > maxOptions)
    throw new RowRejection(`options: ${entries.length} exceed the maximum of ${maxOptions}`);
  const count = entries.reduce((product, [, values]) => product * values.length, 1);
  if (count > maxVariants)
    throw new RowRejection(`options: ${count} combinations exceed the maximum of ${maxVariants}`);
  return Array.from({ length: count }, (_, index) => combination(entries, index));
}

/** The values at `index`, where the last option changes fastest. */
function combination(
  entries: readonly (readonly [string, readonly string[]])[],
  index: number,
): Record<string, string> {
  let rest = index;
  const chosen = entries.toReversed().map(([name, values]) => {
    const value = values[rest % values.length] ?? '';
    rest = Math.floor(rest / values.length);
    return [name, value] as const;
  });
  return Object.fromEntries(chosen.toReversed());
}

function variantDrafts(line: JsonLine): JsonVariant[] {
  if (line.variants !== undefined) return line.variants;
  const drafts = combinations(line.options ?? {}).map((options) => ({ options }));
  const titles = new Set(drafts.map(({ options }) => Object.values(options).join(' / ')));
  const unknown = line.out_of_stock?.find((title) => !titles.has(title));
  if (unknown !== undefined)
    throw new RowRejection(`out_of_stock: unknown variant "${unknown.slice(0, 100)}"`);
  return drafts;
}

interface VariantSource {
  readonly line: JsonLine;
  readonly draft: JsonVariant;
  readonly currency: string | undefined;
  /** The titles in `out_of_stock`. */
  readonly soldOut: ReadonlySet<string>;
}

/** Missing fields of a variant are taken from its product. Throws RowRejection. */
function jsonVariant({ line, draft, currency, soldOut }: VariantSource): Variant {
  const options = draft.options ?? {};
  const values = Object.values(options);
  const title = draft.title ?? (values.join(' / ') || 'Default');
  const ownPrice = draft.price ?? line.price;
  if (ownPrice === undefined) throw new RowRejection('price: it is missing');
  const price = readPrice('price', ownPrice, currency);
  const before = draft.compare_at_price ?? line.compare_at_price;
  const compareAt = before === undefined ? undefined : readPrice('compare_at_price', before, currency);
  const quantity = draft.quantity ?? line.quantity;
  const listed = line.available !== false && !soldOut.has(title);
  return {
    id: draft.id ?? [line.id, ...values].join(':'),
    title,
    ...(draft.sku === undefined ? {} : { sku: draft.sku }),
    price,
    ...(compareAt !== undefined && compareAt.amount > price.amount ? { compare_at_price: compareAt } : {}),
    options,
    available: draft.available ?? (listed && quantity !== 0),
    ...(quantity === undefined ? {} : { quantity }),
  };
}
