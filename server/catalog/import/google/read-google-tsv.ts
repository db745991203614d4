import { CatalogFileError } from '../import-errors.ts';
import type { CatalogReader } from '../import-event.ts';
import { readTable, type TableRow } from '../read-table.ts';
import { readGoogleItems, type FeedRow } from './read-google-items.ts';

const required = ['id', 'title', 'price'];

/** Reads a Google Merchant feed of tab-separated values, one item a row. */
export const readGoogleTsv: CatalogReader = (text, context) => readGoogleItems(feedRows(text), context);

/** `image_link` for `Image Link`, `g:image_link` and `image_link(en)`. */
function attributeName(cell: string): string {
  const plain = cell.trim().toLowerCase();
  return plain
    .replace(/^g:/, '')
    .replace(/\s*[[(].*$/, '')
    .replaceAll(' ', '_');
}

function attributeNames(header: readonly string[]): string[] {
  const names = header.map(attributeName);
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length === 0) return names;
  const columns = missing.map((name) => `"${name}"`).join(', ');
  throw new CatalogFileError('wrong_header', `no column ${columns}: this is not a Google Merchant feed`, 1);
}

function feedRow({ line, cells }: TableRow, names: readonly string[]): FeedRow {
  // Spreadsheets omit trailing empty cells. An extra cell means that the columns have shifted.
  if (cells.slice(names.length).some((cell) => cell.trim() !== '')) {
    return { line, reason: `the row has ${cells.length} cells, the header has ${names.length}` };
  }
  return { line, fields: new Map(names.map((name, index) => [name, cells[index]?.trim() ?? ''])) };
}

async function* feedRows(text: AsyncIterable<string>): AsyncGenerator<FeedRow> {
  let names: readonly string[] | undefined;
  for await (const row of readTable(text, { delimiter: '\t', looseQuotes: true })) {
    if (names === undefined) names = attributeNames(row.cells);
    else yield feedRow(row, names);
  }
}
