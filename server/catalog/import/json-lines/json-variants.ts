import { minorPrice, parsePrice } from '../../money/parse-price.ts';
import type { Price, Variant } from '../../../db/records.ts';
import { inField, RowRejection } from '../import-errors.ts';
import type { JsonLine, JsonPrice, JsonVariant } from './json-line.ts';

// Shopify's limit.
const maxVariants = 2048;

/** The variants of one line, at least one. Throws RowRejection. */
export function jsonVariants(line: JsonLine, fallbackCurrency: string | undefined): Variant[] {
  const currency = line.currency ?? fallbackCurrency;
  const variants = variantDrafts(line).map((draft) => jsonVariant(line, draft, currency));
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
  const count = Object.values(options).reduce((product, values) => product * values.length, 1);
  if (count > maxVariants)
    throw new RowRejection(`options: ${count} combinations exceed the maximum of ${maxVariants}`);
  return Object.entries(options).reduce<Record<string, string>[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  );
}

function variantDrafts(line: JsonLine): JsonVariant[] {
  if (line.variants !== undefined) return line.variants;
  const drafts = combinations(line.options ?? {}).map((options) => ({ options }));
  const titles = new Set(drafts.map(({ options }) => Object.values(options).join(' / ')));
  const unknown = line.out_of_stock?.find((title) => !titles.has(title));
  if (unknown !== undefined) throw new RowRejection(`out_of_stock: unknown variant "${unknown}"`);
  return drafts;
}

/** Missing fields of a variant are taken from its product. Throws RowRejection. */
function jsonVariant(line: JsonLine, draft: JsonVariant, currency: string | undefined): Variant {
  const options = draft.options ?? {};
  const values = Object.values(options);
  const title = draft.title ?? (values.join(' / ') || 'Default');
  const ownPrice = draft.price ?? line.price;
  if (ownPrice === undefined) throw new RowRejection('price: it is missing');
  const price = readPrice('price', ownPrice, currency);
  const before = draft.compare_at_price ?? line.compare_at_price;
  const compareAt = before === undefined ? undefined : readPrice('compare_at_price', before, currency);
  const quantity = draft.quantity ?? line.quantity;
  const listed = line.available !== false && !line.out_of_stock?.includes(title);
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
