import { CatalogFileError } from '../import-errors.ts';
import type { CatalogReader } from '../import-event.ts';
import { readTable, type TableRow } from '../read-table.ts';
import { type GoogleAttribute, googleAttribute } from './google-item.ts';
import { readGoogleItems, type FeedRow } from './read-google-items.ts';

const required: readonly GoogleAttribute[] = ['id', 'title', 'price'];

type Column = readonly [GoogleAttribute, number];

/** Reads a Google Merchant feed of tab-separated values, one item a row. */
export const readGoogleTsv: CatalogReader = (text, context) => readGoogleItems(feedRows(text), context);

/** `image_link` for `Image Link`, `g:image_link` and `image_link(en)`. */
function attributeOf(cell: string): GoogleAttribute | undefined {
  const [name = ''] = cell.toLowerCase().split(/[[(]/, 1);
  return googleAttribute(name.trim().replace(/^g:/, '').replaceAll(' ', '_'));
}

function columnsOf(header: readonly string[]): Column[] {
  const columns = header.flatMap((cell, index): Column[] => {
    const attribute = attributeOf(cell);
    return attribute === undefined ? [] : [[attribute, index]];
  });
  const missing = required.filter((name) => !columns.some(([attribute]) => attribute === name));
  if (missing.length === 0) return columns;
  const names = missing.map((name) => `"${name}"`).join(', ');
  throw new CatalogFileError('wrong_header', `no column ${names}: this is not a Google Merchant feed`, 1);
}

function feedRow({ line, cells }: TableRow, columns: readonly Column[], length: number): FeedRow {
  // Spreadsheets omit trailing empty cells. An extra cell means that the columns have shifted.
  if (cells.slice(length).some((cell) => cell.trim() !== '')) {
    const reason = `the row has ${cells.length} cells, the header has ${length}`;
    return { line, cells: cells.length, reason };
  }
  const fields = new Map(columns.map(([name, index]) => [name, cells[index]?.trim() ?? '']));
  return { line, cells: cells.length, fields };
}

async function* feedRows(text: AsyncIterable<string>): AsyncGenerator<FeedRow> {
  let header: { readonly columns: readonly Column[]; readonly length: number } | undefined;
  for await (const row of readTable(text, { delimiter: '\t', looseQuotes: true })) {
    const { cells } = row;
    if (header === undefined) header = { columns: columnsOf(cells), length: cells.length };
    else yield feedRow(row, header.columns, header.length);
  }
}
