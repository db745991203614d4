import type { Variant } from '../../../db/records.ts';
import type { CatalogReader, ImportEvent } from '../import-event.ts';
import { valueOrReason } from '../import-errors.ts';
import { readTable } from '../read-table.ts';
import { shopifyColumns, type ShopifyRow } from './shopify-columns.ts';
import {
  isUntrackedZero,
  isVariantRow,
  notForSale,
  shopifyProduct,
  shopifyVariant,
} from './shopify-product.ts';

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
    const result = valueOrReason(() => shopifyProduct(first, variants, this.#image));
    if ('reason' in result) yield { type: 'rejected', line, reason: result.reason };
    else yield { type: 'product', line, product: result.value };
    if (this.#untrackedLine !== undefined) {
      const note = 'the quantity is 0 and no inventory tracker is named, so it counts as available';
      yield { type: 'warning', line: this.#untrackedLine, reason: named(note) };
    }
  }
}
