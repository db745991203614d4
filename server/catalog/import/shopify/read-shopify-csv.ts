import type { Product, Variant } from '../../../db/records.ts';
import { parsePrice } from '../../money/parse-price.ts';
import { finishProduct, splitPath } from '../finish-product.ts';
import { inField, productEvent, RowRejection, valueOrReason } from '../import-errors.ts';
import type { CatalogReader, ImportEvent } from '../import-event.ts';
import { readTable } from '../read-table.ts';
import { shopifyColumns, type ShopifyRow } from './shopify-columns.ts';

/** Reads a Shopify product export: a row for each variant or picture, the product's own cells in its first row. */
export const readShopifyCsv: CatalogReader = async function* (text, { currency }) {
  const rows = readTable(text, { delimiter: ',', looseQuotes: false });
  const header = await rows.next();
  if (header.done) return;
  const { cells: names } = header.value;
  const columns = shopifyColumns(names);
  let product: OpenProduct | undefined;
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    const { line, cells } = next.value;
    yield { type: 'row', line, cells: cells.length };
    const row = columns(cells);
    const problem = rowProblem(cells, names, row);
    if (problem !== undefined) {
      yield { type: 'rejected', line, reason: problem };
      continue;
    }
    if (product?.first.handle !== row.handle) {
      if (product !== undefined) yield* product.finish();
      product = new OpenProduct(line, row, currency);
    }
    yield* product.add(line, row);
  }
  if (product !== undefined) yield* product.finish();
};

function rowProblem(
  cells: readonly string[],
  header: readonly string[],
  row: ShopifyRow,
): string | undefined {
  if (cells.length !== header.length) {
    return `the row has ${cells.length} cells, the header has ${header.length}`;
  }
  return row.handle === '' ? 'handle: it is missing' : undefined;
}

/** Consecutive rows with the same handle. It keeps what the product needs of them, and no row but the first. */
class OpenProduct {
  readonly first: ShopifyRow;
  readonly #line: number;
  readonly #currency: string | undefined;
  readonly #skipped: string | undefined;
  readonly #variants = new Map<string, { readonly variant: Variant; readonly line: number }>();
  #image = '';
  #untrackedLine: number | undefined;

  constructor(line: number, first: ShopifyRow, currency: string | undefined) {
    this.first = first;
    this.#line = line;
    this.#currency = currency;
    this.#skipped = notForSale(first);
  }

  *add(line: number, row: ShopifyRow): Generator<ImportEvent> {
    if (this.#skipped !== undefined) return;
    this.#image ||= row.image;
    if (!isVariantRow(row)) return;
    if (isUntrackedZero(row)) this.#untrackedLine ??= line;
    const result = valueOrReason(() => shopifyVariant(this.first, row, this.#currency));
    if ('reason' in result) {
      yield { type: 'rejected', line, reason: result.reason };
      return;
    }
    const variant = result.value;
    const same = this.#variants.get(variant.id);
    if (same === undefined) this.#variants.set(variant.id, { variant, line });
    else yield { type: 'rejected', line, reason: `the same variant is already in line ${same.line}` };
  }

  *finish(): Generator<ImportEvent> {
    const { first } = this;
    const line = this.#line;
    const named = (reason: string): string => `${first.handle.slice(0, 100)}: ${reason}`;
    if (this.#skipped !== undefined) {
      yield { type: 'skipped', line, reason: named(this.#skipped) };
      return;
    }
    const variants = [...this.#variants.values()].map(({ variant }) => variant);
    yield productEvent(line, () => shopifyProduct(first, variants, this.#image));
    if (this.#untrackedLine !== undefined) {
      const note = 'the quantity is 0 and no inventory tracker is named, so it counts as available';
      yield { type: 'warning', line: this.#untrackedLine, reason: named(note) };
    }
  }
}

const optionColumns = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const;

/** False for a row that only adds a picture: it has neither price nor options. */
export function isVariantRow(row: ShopifyRow): boolean {
  return [row.price, row.sku, ...optionColumns.map(([, value]) => row[value])].some((cell) => cell !== '');
}

/** The reason why a product is not for sale, from its first row; undefined when it is. */
export function notForSale(first: ShopifyRow): string | undefined {
  const status = first.status.toLowerCase();
  if (status !== '' && status !== 'active') return `its status is "${status.slice(0, 40)}"`;
  return first.published.toLowerCase() === 'false' ? 'it is not published' : undefined;
}

/** Whether a row has quantity 0 without a tracker: shops that do not count stock export it, too. */
export function isUntrackedZero(row: ShopifyRow): boolean {
  return row.tracker === '' && /^0+$/.test(row.quantity);
}

/** One variant. `first` is the product's first row. Throws RowRejection. */
export function shopifyVariant(first: ShopifyRow, row: ShopifyRow, currency: string | undefined): Variant {
  if (row.price === '') throw new RowRejection('price: it is missing');
  const price = inField('price', () => parsePrice(row.price, currency));
  const before = row.compareAt;
  const compareAt =
    before === '' ? undefined : inField('compare-at price', () => parsePrice(before, currency));
  const options = optionsOf(first, row);
  const values = Object.values(options);
  return {
    id: [first.handle, ...values].join(':'),
    title: values.join(' / ') || 'Default',
    ...(row.sku === '' ? {} : { sku: row.sku }),
    price,
    ...(compareAt !== undefined && compareAt.amount > price.amount ? { compare_at_price: compareAt } : {}),
    options,
    ...stockOf(row),
  };
}

/** The product of one handle, from its first row and its variants. Throws RowRejection. */
export function shopifyProduct(first: ShopifyRow, variants: readonly Variant[], image_url: string): Product {
  return finishProduct({
    id: first.handle,
    title: first.title,
    description: first.body,
    brand: first.vendor,
    categories: [...splitPath(first.taxonomy), ...splitPath(first.type)],
    tags: first.tags.split(','),
    image_url,
    variants,
  });
}

/** Option names are in the product's first row only. A product without options has one named Title. */
function optionsOf(first: ShopifyRow, row: ShopifyRow): Record<string, string> {
  const entries = optionColumns.flatMap(([name, value], index) =>
    row[value] === '' ? [] : [[first[name] || `Option ${index + 1}`, row[value]] as const],
  );
  const [only] = entries;
  const isDefault = entries.length === 1 && only?.[0] === 'Title' && only[1] === 'Default Title';
  return isDefault ? {} : Object.fromEntries(entries);
}

/** Untracked stock is always available. Exports of several locations have no quantity. */
function stockOf({ quantity, tracker, oversell }: ShopifyRow): Pick<Variant, 'available' | 'quantity'> {
  if (tracker === '' || quantity === '') return { available: true };
  if (!/^-?\d{1,9}$/.test(quantity))
    throw new RowRejection(`inventory quantity: "${quantity.slice(0, 40)}" is not a whole number`);
  const units = Math.max(0, Number(quantity));
  return { available: units > 0 || /^(continue|true)$/i.test(oversell), quantity: units };
}
