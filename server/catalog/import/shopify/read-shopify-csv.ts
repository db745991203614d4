import type { Variant } from '../../../db/records.ts';
import type { CatalogReader, ImportEvent, ReadContext } from '../import-event.ts';
import { valueOrReason } from '../import-errors.ts';
import { readTable, type TableRow } from '../read-table.ts';
import { shopifyColumns, type ShopifyRow } from './shopify-columns.ts';
import {
  isUntrackedZero,
  isVariantRow,
  notForSale,
  shopifyProduct,
  shopifyVariant,
} from './shopify-product.ts';

interface LinedRow {
  readonly line: number;
  readonly row: ShopifyRow;
}

/** Consecutive rows with the same handle. */
type Group = readonly [LinedRow, ...LinedRow[]];

/** Reads a Shopify product export: a row for each variant or picture, the product's own cells in its first row. */
export const readShopifyCsv: CatalogReader = async function* (text, context) {
  const rows = readTable(text, { delimiter: ',', looseQuotes: false });
  const header = await rows.next();
  if (header.done) return;
  for await (const event of groupsOf(rows, header.value.cells)) {
    if (event.type === 'group') yield* groupEvents(event.group, context);
    else yield event;
  }
};

function* variantsOf(group: Group, currency: string | undefined): Generator<ImportEvent, Variant[]> {
  const [{ row: first }] = group;
  const variants = new Map<string, { variant: Variant; line: number }>();
  for (const { line, row } of group) {
    if (!isVariantRow(row)) continue;
    const result = valueOrReason(() => shopifyVariant(first, row, currency));
    if ('reason' in result) {
      yield { type: 'rejected', line, reason: result.reason };
      continue;
    }
    const same = variants.get(result.value.id);
    if (same === undefined) variants.set(result.value.id, { variant: result.value, line });
    else yield { type: 'rejected', line, reason: `the same variant is already in line ${same.line}` };
  }
  return [...variants.values()].map(({ variant }) => variant);
}

function* groupEvents(group: Group, { currency }: ReadContext): Generator<ImportEvent> {
  const [{ line, row: first }] = group;
  const reason = notForSale(first);
  if (reason !== undefined) {
    yield { type: 'skipped', line, reason: `${first('handle')}: ${reason}` };
    return;
  }
  const variants = yield* variantsOf(group, currency);
  const image = group.map(({ row }) => row('image')).find((address) => address !== '') ?? '';
  const result = valueOrReason(() => shopifyProduct(first, variants, image));
  if ('reason' in result) yield { type: 'rejected', line, reason: result.reason };
  else yield { type: 'product', line, product: result.value };
  const untracked = group.find(({ row }) => isVariantRow(row) && isUntrackedZero(row));
  if (untracked !== undefined) {
    const note = 'the quantity is 0 and no inventory tracker is named, so it counts as available';
    yield { type: 'warning', line: untracked.line, reason: `${first('handle')}: ${note}` };
  }
}

function rowProblem(
  cells: readonly string[],
  header: readonly string[],
  row: ShopifyRow,
): string | undefined {
  if (cells.length !== header.length) {
    return `the row has ${cells.length} cells, the header has ${header.length}`;
  }
  return row('handle') === '' ? 'handle: it is missing' : undefined;
}

async function* groupsOf(
  rows: AsyncIterator<TableRow>,
  header: readonly string[],
): AsyncGenerator<ImportEvent | { readonly type: 'group'; readonly group: Group }> {
  const columns = shopifyColumns(header);
  let group: [LinedRow, ...LinedRow[]] | undefined;
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    const { line, cells } = next.value;
    yield { type: 'row', line };
    const row = columns(cells);
    const problem = rowProblem(cells, header, row);
    if (problem !== undefined) {
      yield { type: 'rejected', line, reason: problem };
    } else if (group?.[0].row('handle') === row('handle')) {
      group.push({ line, row });
    } else {
      if (group !== undefined) yield { type: 'group', group };
      group = [{ line, row }];
    }
  }
  if (group !== undefined) yield { type: 'group', group };
}
