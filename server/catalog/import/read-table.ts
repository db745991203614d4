import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CatalogFileError } from './import-errors.ts';
import { maxColumns } from './import-limits.ts';

export interface TableRow {
  /** First line of the row. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface TableOptions {
  readonly delimiter: ',' | '\t';
  /** Whether an unquoted cell may contain quotes, as in `15" lamp`. */
  readonly looseQuotes: boolean;
}

/** Characters of a row: a quoted cell that is never closed would take the rest of the file. */
const maxRowLength = 4 * 1024 * 1024;

const messages: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: 'a row is longer than 4 MB: is a quoted cell never closed?',
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote inside a quoted cell is not doubled',
  INVALID_OPENING_QUOTE: 'a quote inside a cell that is not quoted',
};

/** The rows of delimited text without empty lines. Quoted cells may contain line breaks. Throws CatalogFileError. */
export async function* readTable(
  text: AsyncIterable<string>,
  options: TableOptions,
): AsyncGenerator<TableRow> {
  let nextLine = 1;
  // Of every row, and read by its number: `shift` would move the rest of a long list.
  const firstLines: number[] = [];
  const parser = parse({
    delimiter: options.delimiter,
    relax_quotes: options.looseQuotes,
    relax_column_count: true,
    record_delimiter: '\n',
    max_record_size: maxRowLength,
    // Count when a row is parsed, not when it is read: an error drops rows that are parsed but not read.
    on_record: (cells: string[], { lines }) => {
      if (cells.length > maxColumns) throw tooManyColumns(cells.length, nextLine);
      firstLines.push(nextLine);
      nextLine = lines + 1;
      return cells;
    },
  });
  // An error of either stream is thrown by the loop below.
  pipeline(Readable.from(smallPieces(text)), parser, () => {});
  const rows: AsyncIterable<readonly string[]> = parser;
  let read = 0;
  try {
    for await (const cells of rows) {
      const line = firstLines[read] ?? nextLine;
      read += 1;
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
    }
  } catch (error) {
    throw fileError(error, nextLine);
  }
}

const pieceBytes = 16 * 1024;

/** The parser emits all rows of a piece at once, and a stream with many waiting rows takes quadratic time. */
async function* smallPieces(text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of text) {
    const bytes = Buffer.from(piece);
    for (let start = 0; start < bytes.length; start += pieceBytes) {
      yield bytes.subarray(start, start + pieceBytes);
    }
  }
}

function tooManyColumns(columns: number, line: number): CatalogFileError {
  const reason = `the row has ${columns} columns, more than the maximum of ${maxColumns}`;
  return new CatalogFileError('too_large', reason, line);
}

function fileError(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  return new CatalogFileError('broken_file', messages[error.code] ?? 'the row cannot be read', line);
}
