import { CatalogFileError, type CatalogFileErrorCode } from '../catalog/import/import-errors.ts';
import type { CatalogFound, ImportCounts, ReadOptions } from '../catalog/import/read-catalog.ts';
import type { StoredProduct } from '../db/records.ts';
import { type ErrorCode, ServiceError } from '../errors.ts';
import type { DocumentSource, ReadDocument } from '../knowledge/read-document.ts';

/** What the service sends to a reader's thread: a job, and then what it wants of the result. */
export type Order =
  | {
      readonly type: 'read-catalog';
      readonly name: string;
      /** The descriptor of the open file, which the service closes. */
      readonly descriptor: number;
      readonly options: ReadOptions;
      /** Gets the line that is being read. */
      readonly line: Int32Array<SharedArrayBuffer>;
    }
  | { readonly type: 'read-document'; readonly source: DocumentSource }
  /** The products of the catalogue that was read, from this one on. */
  | { readonly type: 'batch'; readonly start: number }
  /** They are not needed any more. */
  | { readonly type: 'close' };

/** What a reader's thread sends. */
export type Reply =
  | { readonly type: 'counts'; readonly counts: ImportCounts }
  | { readonly type: 'found'; readonly found: CatalogFound }
  | { readonly type: 'batch'; readonly products: readonly StoredProduct[] }
  | { readonly type: 'document'; readonly document: ReadDocument }
  | { readonly type: 'failed'; readonly failure: SentFailure };

/** An error between threads: a clone of it has neither class nor code. */
export type SentFailure =
  | { readonly type: 'file'; readonly code: CatalogFileErrorCode; readonly message: string }
  | { readonly type: 'service'; readonly code: ErrorCode; readonly message: string }
  | { readonly type: 'other'; readonly message: string };

export function sentFailure(error: unknown): SentFailure {
  if (error instanceof CatalogFileError) return { type: 'file', code: error.code, message: error.message };
  if (error instanceof ServiceError) return { type: 'service', code: error.code, message: error.message };
  return { type: 'other', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function errorOfFailure(failure: SentFailure): Error {
  switch (failure.type) {
    case 'file':
      return new CatalogFileError(failure.code, failure.message);
    case 'service':
      return new ServiceError(failure.code, failure.message);
    case 'other':
      return new Error(failure.message);
    default:
      return failure satisfies never;
  }
}
