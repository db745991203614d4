import type { Product } from '../../db/records.ts';
import { type ImportSource, openSource } from '../import/import-source.ts';
import {
  type CatalogFound,
  readCatalog,
  type ReadObserver,
  type ReadOptions,
} from '../import/read-catalog.ts';

/** 2026-11-21, noon. */
export const testNow = Date.UTC(2026, 10, 21, 12);

export interface Imported extends CatalogFound {
  /** The products that an import stores. */
  readonly saved: readonly Product[];
}

/** Reads a file or a stream; in USD by default. */
export async function importSource(
  source: ImportSource,
  options: Partial<ReadOptions> = {},
  observer: ReadObserver = {},
): Promise<Imported> {
  const file = await openSource(source);
  const { found, products } = await readCatalog(
    file,
    { currency: 'USD', now: testNow, ...options },
    observer,
  );
  return { ...found, saved: products.map(({ data }) => JSON.parse(data)) };
}

/** The same for text or bytes in pieces of `pieceLength`. */
export async function importText(
  content: string | Uint8Array,
  {
    pieceLength = 65_536,
    name = '',
    ...options
  }: Partial<ReadOptions> & { readonly pieceLength?: number; readonly name?: string } = {},
  observer: ReadObserver = {},
): Promise<Imported> {
  const bytes = Buffer.from(content);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += pieceLength)
      yield bytes.subarray(start, start + pieceLength);
  }
  return importSource({ stream: pieces(), name }, options, observer);
}
