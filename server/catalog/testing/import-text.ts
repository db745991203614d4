import { importCatalog, type ImportOptions, type ImportReport } from '../import/import-catalog.ts';
import type { Product } from '../../db/records.ts';

/** 2026-11-21, noon. */
export const testNow = Date.UTC(2026, 10, 21, 12);

export interface Imported extends ImportReport {
  /** The products written; empty when none were. */
  readonly saved: readonly Product[];
}

/** Imports text or bytes in pieces of `pieceLength`, with `partial` and USD by default. */
export async function importText(
  content: string | Uint8Array,
  options: Partial<ImportOptions> & { readonly pieceLength?: number; readonly name?: string } = {},
): Promise<Imported> {
  const bytes = Buffer.from(content);
  const length = options.pieceLength ?? 65_536;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
  }
  const saved: Product[] = [];
  const report = await importCatalog(
    {
      source: { stream: pieces(), name: options.name ?? '' },
      currency: 'USD',
      partial: true,
      replace: false,
      clock: { now: () => testNow, monotonic: () => 0 },
      ...options,
    },
    { upsert: async (products) => saved.push(...products) },
  );
  return { ...report, saved };
}
