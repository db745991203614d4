import { PriceError } from '../money/parse-price.ts';

export type CatalogFileErrorCode =
  | 'unreadable'
  | 'empty_file'
  | 'not_utf8'
  | 'unknown_format'
  | 'wrong_header'
  | 'broken_file'
  | 'nothing_taken';

/** The whole file cannot be taken, whatever `partial` says. `line` is where reading stopped, if anywhere. */
export class CatalogFileError extends Error {
  readonly code: CatalogFileErrorCode;
  readonly line: number | undefined;

  constructor(code: CatalogFileErrorCode, message: string, line?: number) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.name = 'CatalogFileError';
    this.code = code;
    this.line = line;
  }
}

/** One row or product cannot be taken. The message is for the person who imports. */
export class Refusal extends Error {}

/** Runs `make`, with its refusal or wrong price handed back as a reason. Other errors pass. */
export function orReason<T>(make: () => T): { readonly value: T } | { readonly reason: string } {
  try {
    return { value: make() };
  } catch (error) {
    if (error instanceof Refusal || error instanceof PriceError) return { reason: error.message };
    throw error;
  }
}

/** Names the field in front of what is wrong with its price. */
export function inField<T>(field: string, make: () => T): T {
  const made = orReason(make);
  if ('reason' in made) throw new Refusal(`${field}: ${made.reason}`);
  return made.value;
}
