import type { Clock } from '../../support/clock.ts';
import { isCurrencyCode } from '../money/currency-digits.ts';
import type { Product } from '../../db/records.ts';
import { CatalogFileError } from './import-errors.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { checkHead, detectFormat } from './detect-format.ts';
import { readGoogleTsv } from './google/read-google-tsv.ts';
import { readGoogleXml } from './google/read-google-xml.ts';
import type { CatalogReader, ImportEvent, ImportFormat } from './import-event.ts';
import {
  type ImportProgress,
  type ImportSource,
  openSource,
  takeHead,
  withProgress,
} from './import-source.ts';
import { readJsonLines } from './json-lines/read-json-lines.ts';
import { readShopifyCsv } from './shopify/read-shopify-csv.ts';

export interface ImportOptions {
  readonly source: ImportSource;
  /** Detected where it is not given. */
  readonly format?: ImportFormat | undefined;
  /** ISO 4217 code for prices that name none; USD where it is not given. */
  readonly currency?: string | undefined;
  /** Whether what can be taken is taken although other rows are refused. */
  readonly partial: boolean;
  /** Whether the products that the file does not have are removed. */
  readonly replace: boolean;
  readonly clock: Clock;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** Where one store's products go, in one transaction. */
export interface CatalogSink {
  upsert(products: readonly Product[], options: { readonly replaceAll: boolean }): Promise<unknown>;
}

export interface RowNote {
  readonly line: number;
  readonly reason: string;
}

export interface ImportReport {
  readonly format: ImportFormat;
  /** Rows, lines or items read, the header not counted. */
  readonly rows: number;
  /** Products and variants that can be taken. */
  readonly products: number;
  readonly variants: number;
  readonly refused: readonly RowNote[];
  readonly skipped: readonly RowNote[];
  /** False where rows were refused and `partial` was not asked for: then nothing has changed. */
  readonly written: boolean;
}

const readers: Readonly<Record<ImportFormat, CatalogReader>> = {
  'shopify-csv': readShopifyCsv,
  'json-lines': readJsonLines,
  'google-tsv': readGoogleTsv,
  'google-xml': readGoogleXml,
};

const headLength = 4096;

interface Collected {
  rows: number;
  readonly products: Map<string, { readonly line: number; readonly product: Product }>;
  readonly refused: RowNote[];
  readonly skipped: RowNote[];
}

function collectProduct(collected: Collected, line: number, product: Product): void {
  const same = collected.products.get(product.id);
  if (same === undefined) collected.products.set(product.id, { line, product });
  else collected.refused.push({ line, reason: `the id "${product.id}" stands in line ${same.line} already` });
}

async function collect(events: AsyncIterable<ImportEvent>): Promise<Collected> {
  const collected: Collected = { rows: 0, products: new Map(), refused: [], skipped: [] };
  for await (const event of events) {
    switch (event.type) {
      case 'row':
        collected.rows += 1;
        break;
      case 'product':
        collectProduct(collected, event.line, event.product);
        break;
      case 'refused':
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
  const start = await takeHead(withProgress(opened, options.onProgress ?? (() => {})), headLength);
  try {
    checkHead(start.head);
    const format = options.format ?? detectFormat(start.head, opened.name);
    const context = { currency, now: options.clock.now() };
    const collected = await collect(readers[format](decodeUtf8(start.whole), context));
    return { ...collected, format };
  } finally {
    await start.close();
  }
}

/**
 * Reads a catalogue file and hands its products to `sink` at once, inserting or replacing by product id. With a refused
 * row and without `partial`, nothing is written. Throws a CatalogFileError where the file as a whole cannot be taken
 * or holds no product, a RangeError for a wrong currency code, and whatever `sink` throws.
 */
export async function importCatalog(options: ImportOptions, sink: CatalogSink): Promise<ImportReport> {
  const { format, rows, products, refused, skipped } = await readSource(options);
  const taken = [...products.values()].map(({ product }) => product);
  const written = taken.length > 0 && (options.partial || refused.length === 0);
  if (taken.length === 0 && refused.length === 0) {
    throw new CatalogFileError('nothing_taken', 'the file holds no product that is for sale');
  }
  if (written) await sink.upsert(taken, { replaceAll: options.replace });
  const variants = taken.reduce((sum, product) => sum + product.variants.length, 0);
  return { format, rows, products: taken.length, variants, refused, skipped, written };
}
