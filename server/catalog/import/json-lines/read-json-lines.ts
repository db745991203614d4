import { z } from 'zod';
import type { Price, Product, Variant } from '../../../db/records.ts';
import { minorPrice, parsePrice } from '../../money/parse-price.ts';
import { finishProduct } from '../finish-product.ts';
import { inField, productEvent, RowRejection } from '../import-errors.ts';
import type { CatalogReader } from '../import-event.ts';
import { maxOptions, maxVariants } from '../import-limits.ts';

const anyText = z.string();
const listOrText = { error: 'neither a list of texts nor one text' };
const textList = z.union([z.array(anyText), anyText.transform((list) => list.split(','))], listOrText);
const path = z.union([z.array(anyText), anyText.transform((whole) => whole.split('>'))], listOrText);

function missingOr(rule: string): { error: (issue: { readonly input?: unknown }) => string } {
  return { error: ({ input }) => (input === undefined ? 'it is missing' : rule) };
}

/** In whole units ("19.99", 19.99, "19.99 EUR"), or in minor units as `{"amount": 1999, "currency": "EUR"}`. */
const anyPrice = z.union(
  [anyText, z.number(), z.object({ amount: z.number(), currency: anyText.optional() })],
  {
    error: 'neither a price like "19.99" nor {"amount": 1999, "currency": "USD"}',
  },
);
type JsonPrice = z.infer<typeof anyPrice>;

/** Of a variant, or of all of them. */
const offer = {
  price: anyPrice.optional(),
  compare_at_price: anyPrice.optional(),
  available: z.boolean().optional(),
  quantity: z.int().min(0).optional(),
};
const variantFields = z.object({
  id: anyText.optional(),
  title: anyText.optional(),
  sku: anyText.optional(),
  options: z.record(anyText, anyText).optional(),
  ...offer,
});
type JsonVariant = z.infer<typeof variantFields>;

/** One line of a JSON Lines file. Unknown fields are ignored. */
export const jsonLineSchema = z.object({
  id: z.union([anyText, z.int().transform(String)], missingOr('neither text nor a whole number')),
  title: z.string(missingOr('it is not text')),
  description: anyText.default(''),
  brand: anyText.optional(),
  categories: path.default([]),
  tags: textList.default([]),
  url: anyText.optional(),
  image_url: anyText.optional(),
  currency: anyText.optional(),
  ...offer,
  /** Every combination of the values is a variant, unless `variants` lists them. */
  options: z.record(anyText, z.array(anyText).min(1)).optional(),
  /** Titles of the variants that are out of stock: their values, joined by " / ". */
  out_of_stock: z.array(anyText).optional(),
  variants: z.array(variantFields).min(1).optional(),
});
type JsonLine = z.infer<typeof jsonLineSchema>;

/** Reads one product a line, in the service's own format. Empty lines are ignored. */
export const readJsonLines: CatalogReader = async function* (pieces, context) {
  let line = 0;
  for await (const piece of pieces) {
    const texts = piece.split('\n');
    if (texts.at(-1) === '') texts.pop();
    for (const text of texts) {
      line += 1;
      if (text.trim() === '') continue;
      yield { type: 'row', line, cells: 1 };
      yield productEvent(line, () => productOfLine(text, context.currency));
    }
  }
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RowRejection('it is not JSON');
  }
}

function parseLine(text: string): JsonLine {
  const parsed = jsonLineSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RowRejection([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}

/** The product of one line. Throws RowRejection. */
function productOfLine(text: string, currency: string | undefined): Product {
  const line = parseLine(text);
  return finishProduct({ ...line, variants: jsonVariants(line, currency) });
}

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
  // The last option changes fastest.
  return entries.reduce<Record<string, string>[]>(
    (chosen, [name, values]) => chosen.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
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
