import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CatalogFileError } from './import-errors.ts';

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

const messages: Readonly<Record<string, string>> = {
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
  const firstLines: number[] = [];
  const parser = parse({
    delimiter: options.delimiter,
    relax_quotes: options.looseQuotes,
    relax_column_count: true,
    record_delimiter: '\n',
    // Count when a row is parsed, not when it is read: an error drops rows that are parsed but not read.
    on_record: (cells: string[], { lines }) => {
      firstLines.push(nextLine);
      nextLine = lines + 1;
      return cells;
    },
  });
  // An error of either stream is thrown by the loop below.
  pipeline(Readable.from(text), parser, () => {});
  const rows: AsyncIterable<readonly string[]> = parser;
  try {
    for await (const cells of rows) {
      const line = firstLines.shift() ?? nextLine;
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
    }
  } catch (error) {
    throw fileError(error, nextLine);
  }
}

function fileError(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  return new CatalogFileError('broken_file', messages[error.code] ?? 'the row cannot be read', line);
}
