import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../support/clock.ts';
import { isCurrencyCode } from '../money/currency-digits.ts';
import { CurrencyMissing } from '../money/parse-price.ts';
import type { ImportFindings, Product } from '../../db/records.ts';
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
import { currencyWarnings, surveyProducts, withProductLink } from './survey-products.ts';

export interface ImportOptions {
  readonly source: ImportSource;
  /** Detected when not given. */
  readonly format?: ImportFormat | undefined;
  /** ISO 4217 code for prices without one; required for a file that has such prices. */
  readonly currency?: string | undefined;
  /** The shop's address, for links to products that have none in the file (`/products/<id>`). */
  readonly shopUrl?: URL | undefined;
  /** Whether valid rows are imported although others are rejected. */
  readonly partial: boolean;
  /** Whether products that are not in the file are removed. */
  readonly replace: boolean;
  readonly clock: Clock;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Gets what was read so far, about a hundred times a second. */
  readonly onCounts?: ((counts: ImportCounts) => void) | undefined;
  /** Maximum number of rows, and of variants, which bounds the memory; no limit by default. */
  readonly maxRows?: number | undefined;
  /** Ends the import with the signal's reason before it writes. */
  readonly signal?: AbortSignal | undefined;
}

/** What was read so far. */
export interface ImportCounts {
  readonly format: ImportFormat;
  readonly rows: number;
  readonly products: number;
  readonly rejected: readonly RowNote[];
  readonly skipped: readonly RowNote[];
}

/** Writes one store's products in one transaction. */
export interface CatalogSink {
  upsert(
    products: readonly Product[],
    options: { readonly replaceAll: boolean },
    report: ImportReport,
  ): Promise<unknown>;
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
  readonly findings: ImportFindings;
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
const xmlTagEnd = 0x3e;

/** How long rows are read before other events are handled, in milliseconds. */
const maxTurnMs = 8;

interface Collected {
  rows: number;
  variants: number;
  readonly products: Map<string, { readonly line: number; readonly product: Product }>;
  readonly rejected: RowNote[];
  readonly skipped: RowNote[];
  readonly warnings: RowNote[];
}

/**
 * Reads a catalogue file and inserts or replaces its products by id, in one call of `sink`. With a rejected row and
 * without `partial`, nothing is written. Throws CatalogFileError when the file as a whole cannot be imported or has no
 * product, RangeError for an unknown currency code, and what `sink` throws.
 */
export async function importCatalog(options: ImportOptions, sink: CatalogSink): Promise<ImportReport> {
  const { format, rows, products, variants, rejected, skipped, warnings } = await readSource(options);
  options.signal?.throwIfAborted();
  const valid = [...products.values()].map(({ product }) => withProductLink(product, options.shopUrl));
  const written = valid.length > 0 && (options.partial || rejected.length === 0);
  if (valid.length === 0 && rejected.length === 0) {
    throw new CatalogFileError('no_products', 'the file has no product that is for sale');
  }
  const findings = {
    ...surveyProducts(valid),
    warnings: [...warnings, ...currencyWarnings(products.values())],
  };
  const found = { rows, products: valid.length, variants };
  const report = { format, ...found, rejected, skipped, findings, written };
  if (written) await sink.upsert(valid, { replaceAll: options.replace }, report);
  return report;
}

function collectProduct(collected: Collected, line: number, product: Product): void {
  const same = collected.products.get(product.id);
  if (same === undefined) {
    collected.products.set(product.id, { line, product });
    collected.variants += product.variants.length;
  } else collected.rejected.push({ line, reason: `the id "${product.id}" is already in line ${same.line}` });
}

/** Collects what a reader finds, and yields to the event loop: the rows of a chunk come without a pause. */
async function collect(
  events: AsyncIterable<ImportEvent>,
  format: ImportFormat,
  { maxRows = Number.POSITIVE_INFINITY, onCounts, signal }: ImportOptions,
): Promise<Collected> {
  const notes = { rejected: [], skipped: [], warnings: [] };
  const collected: Collected = { rows: 0, variants: 0, products: new Map(), ...notes };
  let turnEnd = performance.now() + maxTurnMs;
  for await (const event of events) {
    collectEvent(collected, event);
    if (Math.max(collected.rows, collected.variants) > maxRows) throw tooLarge(maxRows);
    if (performance.now() < turnEnd) continue;
    onCounts?.({ ...collected, format, products: collected.products.size });
    await nextTurn();
    signal?.throwIfAborted();
    turnEnd = performance.now() + maxTurnMs;
  }
  return collected;
}

function tooLarge(maxRows: number): CatalogFileError {
  const message = `the file has more than ${maxRows} rows or variants: import it with agent-service catalog import`;
  return new CatalogFileError('too_large', message);
}

function noCurrency(): CatalogFileError {
  const message = 'the file has prices without a currency: give one, for example EUR';
  return new CatalogFileError('no_currency', message);
}

function collectEvent(collected: Collected, event: ImportEvent): void {
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
    case 'warning':
      collected.warnings.push({ line: event.line, reason: event.reason });
      break;
    default:
      event satisfies never;
  }
}

async function readSource(options: ImportOptions): Promise<Collected & { readonly format: ImportFormat }> {
  const currency = options.currency?.toUpperCase();
  if (currency !== undefined && !isCurrencyCode(currency))
    throw new RangeError(`"${currency}" is not a currency code`);
  const opened = await openSource(options.source);
  const peeked = await peekStart(withProgress(opened, options.onProgress ?? (() => {})), startLength);
  try {
    checkStart(peeked.start);
    const format = options.format ?? detectFormat(peeked.start, opened.name);
    const context = { currency, now: options.clock.now() };
    const text = decodeUtf8(peeked.whole, format === 'google-xml' ? xmlTagEnd : undefined);
    const collected = await collect(readers[format](text, context), format, options);
    return { ...collected, format };
  } catch (error) {
    throw error instanceof CurrencyMissing ? noCurrency() : error;
  } finally {
    await peeked.close();
  }
}
