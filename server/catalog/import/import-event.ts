import type { Product } from '../../db/records.ts';

export const importFormats = ['shopify-csv', 'json-lines', 'google-tsv', 'google-xml'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** What reading a file tells, in the order of the file. Lines count from 1, the header included. */
export type ImportEvent =
  | { readonly type: 'row'; readonly line: number }
  | { readonly type: 'product'; readonly line: number; readonly product: Product }
  | { readonly type: 'refused'; readonly line: number; readonly reason: string }
  /** Nothing wrong with it, but the shop does not sell it: a draft, for example. */
  | { readonly type: 'skipped'; readonly line: number; readonly reason: string };

export interface ReadContext {
  /** ISO 4217 code for prices that name none. */
  readonly currency: string;
  /** Milliseconds since the epoch: decides whether a sale price is in effect. */
  readonly now: number;
}

/** Reads decoded text, in pieces of whole lines that end in `\n`. Throws a CatalogFileError. */
export type CatalogReader = (
  text: AsyncIterable<string>,
  context: ReadContext,
) => AsyncGenerator<ImportEvent>;
