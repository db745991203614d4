import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { CatalogFileError } from './import-errors.ts';

export interface TableRow {
  /** Where the row begins. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface TableOptions {
  readonly delimiter: ',' | '\t';
  /** Whether a quote inside a cell that is not quoted stands for itself, as in `15" lamp`. */
  readonly looseQuotes: boolean;
}

const complaints: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted cell is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a quote inside a quoted cell is not doubled',
  INVALID_OPENING_QUOTE: 'a quote inside a cell that is not quoted',
};

function fileError(error: unknown, line: number): unknown {
  if (!(error instanceof CsvError)) return error;
  return new CatalogFileError('broken_file', complaints[error.code] ?? 'the row cannot be read', line);
}

/** The rows of delimited text, cells with line breaks included; empty lines are left out. Throws a CatalogFileError. */
export async function* readTable(
  text: AsyncIterable<string>,
  options: TableOptions,
): AsyncGenerator<TableRow> {
  let nextLine = 1;
  const beginnings: number[] = [];
  const parser = parse({
    delimiter: options.delimiter,
    relax_quotes: options.looseQuotes,
    relax_column_count: true,
    record_delimiter: '\n',
    // Counted as rows are parsed, not as they are read: an error drops what is parsed but not yet read.
    on_record: (cells: string[], { lines }) => {
      beginnings.push(nextLine);
      nextLine = lines + 1;
      return cells;
    },
  });
  // The parser hands the error of either to the loop below.
  pipeline(Readable.from(text), parser, () => {});
  const rows: AsyncIterable<readonly string[]> = parser;
  try {
    for await (const cells of rows) {
      const line = beginnings.shift() ?? nextLine;
      if (cells.some((cell) => cell.trim() !== '')) yield { line, cells };
    }
  } catch (error) {
    throw fileError(error, nextLine);
  }
}
