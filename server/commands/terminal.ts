import { stripVTControlCharacters } from 'node:util';
import { InvalidArgumentError } from 'commander';

/** Where a command writes: answers to `out`, everything else to `error`. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Whether a person watches `error`, for progress lines. */
  readonly isInteractive: boolean;
}

/** The terminal of this process. A reader that goes away (`| head`) ends the command without a complaint. */
export function processTerminal(): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  return {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    isInteractive: process.stderr.isTTY === true,
  };
}

/** Text from a file or the database, on one line: it must not be able to steer the operator's terminal. */
export function printable(text: string): string {
  return stripVTControlCharacters(text).replace(/\p{Cc}/gu, ' ');
}

/** Every command has both forms: JSON for programs, words for people. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
}

export function writeAnswer(terminal: Terminal, options: { readonly json?: boolean }, answer: Answer): void {
  terminal.out(options.json ? `${JSON.stringify(answer.json, null, 2)}\n` : answer.text);
}

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

/** Reads an option's value. Throws InvalidArgumentError, which Commander reports with the option's name. */
export function readWholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(value);
}
