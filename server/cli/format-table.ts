import { printable } from './printable.ts';

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
  return value === null ? '-' : printable(String(value));
}

function pad(text: string, width: number | undefined): string {
  return text.padEnd(width ?? 0);
}
