import type { Product } from '../../db/records.ts';

export const importFormats = ['shopify-csv', 'json-lines', 'google-tsv', 'google-xml'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** What a reader finds in a file, in order. Lines count from 1, with the header. */
export type ImportEvent =
  /** A row, line or item begins, of so many cells; what follows may be of it. */
  | { readonly type: 'row'; readonly line: number; readonly cells: number }
  | { readonly type: 'product'; readonly line: number; readonly product: Product }
  | { readonly type: 'rejected'; readonly line: number; readonly reason: string }
  /** Valid, but not for sale: a draft, for example. */
  | { readonly type: 'skipped'; readonly line: number; readonly reason: string }
  /** Read, but perhaps not as it was meant. */
  | { readonly type: 'warning'; readonly line: number; readonly reason: string };

/** A line of a file and what is wrong with it, for the person who imports it. */
export interface RowNote {
  readonly line: number;
  readonly reason: string;
}

export interface ReadContext {
  /** ISO 4217 code for prices without one; undefined when the file must state it. */
  readonly currency: string | undefined;
  /** Milliseconds since the epoch: decides whether a sale price is in effect. */
  readonly now: number;
}

/** Reads decoded text, in pieces of whole lines that end in `\n`. Throws CatalogFileError. */
export type CatalogReader = (
  text: AsyncIterable<string>,
  context: ReadContext,
) => AsyncGenerator<ImportEvent>;
