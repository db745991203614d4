import type { Product } from '../../db/records.ts';
import type { ImportEvent } from './import-event.ts';
import { PriceError } from '../money/parse-price.ts';

export type CatalogFileErrorCode =
  | 'unreadable'
  | 'empty_file'
  | 'not_utf8'
  | 'unknown_format'
  | 'wrong_header'
  | 'broken_file'
  | 'no_currency'
  | 'too_large'
  | 'too_slow'
  | 'no_products';

/** The file as a whole cannot be imported, with or without `partial`. `line` is where reading stopped, if known. */
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

/** One row or product cannot be imported. The message is for the person who imports the file. */
export class RowRejection extends Error {}

/** Runs `make`, and returns the message of a RowRejection or PriceError as `reason`. Throws other errors. */
export function valueOrReason<T>(make: () => T): { readonly value: T } | { readonly reason: string } {
  try {
    return { value: make() };
  } catch (error) {
    if (error instanceof RowRejection || error instanceof PriceError) return { reason: error.message };
    throw error;
  }
}

/** The event of a product, or of its rejection. Throws errors of `make` other than RowRejection and PriceError. */
export function productEvent(line: number, make: () => Product): ImportEvent {
  const result = valueOrReason(make);
  if ('reason' in result) return { type: 'rejected', line, reason: result.reason };
  return { type: 'product', line, product: result.value };
}

/** Puts the field's name in front of the message of a RowRejection or PriceError. */
export function inField<T>(field: string, make: () => T): T {
  const result = valueOrReason(make);
  if ('reason' in result) throw new RowRejection(`${field}: ${result.reason}`);
  return result.value;
}
