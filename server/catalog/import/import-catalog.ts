import type { Clock } from '../../support/clock.ts';
import { isCurrencyCode } from '../money/currency-digits.ts';
import type { Product } from '../../db/records.ts';
import { CatalogFileError } from './import-errors.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { checkStart, detectFormat } from './detect-format.ts';
import { readGoogleTsv } from './google/read-google-tsv.ts';
import { readGoogleXml } from './google/read-google-xml.ts';
import type { CatalogReader, ImportEvent, ImportFormat } from './import-event.ts';
import {
  type ImportProgress,
  type ImportSource,
  openSource,
  peekStart,
  withProgress,
} from './import-source.ts';
import { readJsonLines } from './json-lines/read-json-lines.ts';
import { readShopifyCsv } from './shopify/read-shopify-csv.ts';

export interface ImportOptions {
  readonly source: ImportSource;
  /** Detected when not given. */
  readonly format?: ImportFormat | undefined;
  /** ISO 4217 code for prices without one; default USD. */
  readonly currency?: string | undefined;
  /** Whether valid rows are imported although others are rejected. */
  readonly partial: boolean;
  /** Whether products that are not in the file are removed. */
  readonly replace: boolean;
  readonly clock: Clock;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** Writes one store's products in one transaction. */
export interface CatalogSink {
  upsert(products: readonly Product[], options: { readonly replaceAll: boolean }): Promise<unknown>;
}

export interface RowNote {
  readonly line: number;
  readonly reason: string;
}

export interface ImportReport {
  readonly format: ImportFormat;
  /** Rows, lines or items read, without the header. */
  readonly rows: number;
  /** Valid products and their variants. */
  readonly products: number;
  readonly variants: number;
  readonly rejected: readonly RowNote[];
  readonly skipped: readonly RowNote[];
  /** False when rows were rejected without `partial`: then nothing has changed. */
  readonly written: boolean;
}

const readers: Readonly<Record<ImportFormat, CatalogReader>> = {
  'shopify-csv': readShopifyCsv,
  'json-lines': readJsonLines,
  'google-tsv': readGoogleTsv,
  'google-xml': readGoogleXml,
};

const startLength = 4096;

interface Collected {
  rows: number;
  readonly products: Map<string, { readonly line: number; readonly product: Product }>;
  readonly rejected: RowNote[];
  readonly skipped: RowNote[];
}

/**
 * Reads a catalogue file and inserts or replaces its products by id, in one call of `sink`. With a rejected row and
 * without `partial`, nothing is written. Throws CatalogFileError when the file as a whole cannot be imported or has no
 * product, RangeError for an unknown currency code, and what `sink` throws.
 */
export async function importCatalog(options: ImportOptions, sink: CatalogSink): Promise<ImportReport> {
  const { format, rows, products, rejected, skipped } = await readSource(options);
  const valid = [...products.values()].map(({ product }) => product);
  const written = valid.length > 0 && (options.partial || rejected.length === 0);
  if (valid.length === 0 && rejected.length === 0) {
    throw new CatalogFileError('no_products', 'the file has no product that is for sale');
  }
  if (written) await sink.upsert(valid, { replaceAll: options.replace });
  const variants = valid.reduce((sum, product) => sum + product.variants.length, 0);
  return { format, rows, products: valid.length, variants, rejected, skipped, written };
}

function collectProduct(collected: Collected, line: number, product: Product): void {
  const same = collected.products.get(product.id);
  if (same === undefined) collected.products.set(product.id, { line, product });
  else collected.rejected.push({ line, reason: `the id "${product.id}" is already in line ${same.line}` });
}

async function collect(events: AsyncIterable<ImportEvent>): Promise<Collected> {
  const collected: Collected = { rows: 0, products: new Map(), rejected: [], skipped: [] };
  for await (const event of events) {
    switch (event.type) {
      case 'row':
        collected.rows += 1;
        break;
      case 'product':
        collectProduct(collected, event.line, event.product);
        break;
      case 'rejected':
      case 'skipped':
        collected[event.type].push({ line: event.line, reason: event.reason });
        break;
      default:
        event satisfies never;
    }
  }
  return collected;
}

async function readSource(options: ImportOptions): Promise<Collected & { readonly format: ImportFormat }> {
  const currency = (options.currency ?? 'USD').toUpperCase();
  if (!isCurrencyCode(currency)) throw new RangeError(`"${currency}" is not a currency code`);
  const opened = await openSource(options.source);
  const peeked = await peekStart(withProgress(opened, options.onProgress ?? (() => {})), startLength);
  try {
    checkStart(peeked.start);
    const format = options.format ?? detectFormat(peeked.start, opened.name);
    const context = { currency, now: options.clock.now() };
    const collected = await collect(readers[format](decodeUtf8(peeked.whole), context));
    return { ...collected, format };
  } finally {
    await peeked.close();
  }
}
