import { stripVTControlCharacters } from 'node:util';

/** Rows under a header, in columns two spaces apart; control characters are removed, and null is a dash. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  const cells = [header, ...rows.map((row) => row.map(cell))];
  const widths = header.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? '').length)));
  return cells
    .map(
      (row) =>
        `${row
          .map((text, column) => pad(text, widths[column]))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function cell(value: string | number | null): string {
  // A name in the database must not be able to steer the operator's terminal.
  return value === null ? '-' : stripVTControlCharacters(String(value)).replace(/\p{Cc}/gu, ' ');
}

function pad(text: string, width: number | undefined): string {
  return text.padEnd(width ?? 0);
}
