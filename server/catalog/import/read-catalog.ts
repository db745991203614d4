import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ImportFindings, Product, StoredProduct } from '../../db/records.ts';
import { isCurrencyCode } from '../money/currency-digits.ts';
import { CurrencyMissing } from '../money/parse-price.ts';
import { decodeUtf8 } from './decode-utf8.ts';
import { checkStart, detectFormat } from './detect-format.ts';
import { readGoogleTsv } from './google/read-google-tsv.ts';
import { readGoogleXml } from './google/read-google-xml.ts';
import { CatalogFileError } from './import-errors.ts';
import type { CatalogReader, ImportEvent, ImportFormat, RowNote } from './import-event.ts';
import { maxProductLength, noLimits, type ReadLimits } from './import-limits.ts';
import { peekStart } from './import-source.ts';
import { readJsonLines } from './json-lines/read-json-lines.ts';
import { readShopifyCsv } from './shopify/read-shopify-csv.ts';
import { CatalogSurvey, withProductLink } from './survey-products.ts';

/** The bytes of a file, and its name, whose extension helps to detect the format. */
export interface CatalogFile {
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** How a file is read. Plain data, which can be sent to another thread. */
export interface ReadOptions {
  /** Detected when not given. */
  readonly format?: ImportFormat | undefined;
  /** ISO 4217 code for prices without one; required for a file that has such prices. */
  readonly currency?: string | undefined;
  /** The shop's address, for links to products that have none in the file (`/products/<id>`). */
  readonly shopUrl?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Without it a file may be of any size. */
  readonly limits?: ReadLimits | undefined;
}

export interface ReadObserver {
  /** Gets each line before it is read. */
  onLine?(line: number): void;
  /** Gets what was read so far, about a hundred times a second. */
  onCounts?(counts: ImportCounts): void;
  /** Ends the reading with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What was read so far. */
export interface ImportCounts {
  readonly format: ImportFormat;
  /** Rows, lines or items, without the header. */
  readonly rows: number;
  readonly products: number;
  readonly rejectedRows: number;
  readonly skippedRows: number;
  /** The first ones, up to the limit of notes. */
  readonly rejected: readonly RowNote[];
  readonly skipped: readonly RowNote[];
}

/** What a file was found to have. */
export interface CatalogFound extends ImportCounts {
  readonly variants: number;
  readonly findings: ImportFindings;
}

/** The valid products of a file, as they are stored. */
export interface ReadCatalog {
  readonly found: CatalogFound;
  readonly products: readonly StoredProduct[];
}

const readers: Readonly<Record<ImportFormat, CatalogReader>> = {
  'shopify-csv': readShopifyCsv,
  'json-lines': readJsonLines,
  'google-tsv': readGoogleTsv,
  'google-xml': readGoogleXml,
};

const startLength = 4096;
const xmlTagEnd = 0x3e;

/**
 * Reads a catalogue file in this thread. Throws CatalogFileError when the file as a whole cannot be imported or has no
 * product, RangeError for an unknown currency code, and what the source throws.
 */
export async function readCatalog(
  file: CatalogFile,
  options: ReadOptions,
  observer: ReadObserver = {},
): Promise<ReadCatalog> {
  const currency = options.currency?.toUpperCase();
  if (currency !== undefined && !isCurrencyCode(currency))
    throw new RangeError(`"${currency}" is not a currency code`);
  const peeked = await peekStart(file.chunks, startLength);
  try {
    checkStart(peeked.start);
    const format = options.format ?? detectFormat(peeked.start, file.name);
    const text = decodeUtf8(peeked.whole, format === 'google-xml' ? xmlTagEnd : undefined);
    const collector = new ProductCollector(format, options);
    await collectAll(readers[format](text, { currency, now: options.now }), collector, observer);
    return collector.finish();
  } catch (error) {
    throw error instanceof CurrencyMissing ? noCurrency() : error;
  } finally {
    await peeked.close();
  }
}

/** How long rows are read before other events are handled, in milliseconds. */
const maxTurnMs = 8;

/** Collects what a reader finds, and yields to the event loop: the rows of a chunk come without a pause. */
async function collectAll(
  events: AsyncIterable<ImportEvent>,
  collector: ProductCollector,
  { onLine, onCounts, signal }: ReadObserver,
): Promise<void> {
  let turnEnd = performance.now() + maxTurnMs;
  for await (const event of events) {
    onLine?.(event.line);
    collector.add(event);
    if (performance.now() < turnEnd) continue;
    onCounts?.(collector.counts());
    await nextTurn();
    signal?.throwIfAborted();
    turnEnd = performance.now() + maxTurnMs;
  }
  signal?.throwIfAborted();
}

const maxReasonLength = 500;

class ProductCollector {
  readonly #format: ImportFormat;
  readonly #shopUrl: URL | undefined;
  readonly #limits: ReadLimits;
  readonly #products: StoredProduct[] = [];
  /** By product id. */
  readonly #lines = new Map<string, number>();
  readonly #notes: Readonly<Record<NoteType, RowNote[]>> = { rejected: [], skipped: [], warning: [] };
  readonly #survey = new CatalogSurvey();
  readonly #count = { rows: 0, cells: 0, variants: 0, length: 0, rejected: 0, skipped: 0 };

  constructor(format: ImportFormat, { shopUrl, limits = noLimits }: ReadOptions) {
    this.#format = format;
    this.#shopUrl = shopUrl === undefined ? undefined : new URL(shopUrl);
    this.#limits = limits;
  }

  /** Throws CatalogFileError `too_large`. */
  add(event: ImportEvent): void {
    const { type, line } = event;
    switch (type) {
      case 'row':
        this.#count.rows += 1;
        this.#count.cells += event.cells;
        break;
      case 'product':
        this.#addProduct(line, event.product);
        break;
      case 'rejected':
      case 'skipped':
        this.#count[type] += 1;
        this.#note(type, line, event.reason);
        break;
      case 'warning':
        this.#note(type, line, event.reason);
        break;
      default:
        event satisfies never;
    }
    this.#requireWithinLimits();
  }

  counts(): ImportCounts {
    const { rows, rejected, skipped } = this.#count;
    return {
      format: this.#format,
      rows,
      products: this.#products.length,
      rejectedRows: rejected,
      skippedRows: skipped,
      rejected: this.#notes.rejected,
      skipped: this.#notes.skipped,
    };
  }

  /** Throws CatalogFileError `no_products`. */
  finish(): ReadCatalog {
    if (this.#products.length === 0 && this.#count.rejected === 0) {
      throw new CatalogFileError('no_products', 'the file has no product that is for sale');
    }
    const { findings, warnings } = this.#survey.read();
    for (const { line, reason } of warnings) this.#note('warning', line, reason);
    const imageHosts = findings.imageHosts.slice(0, this.#limits.notes);
    const found = { ...findings, imageHosts, warnings: this.#notes.warning };
    return {
      found: { ...this.counts(), variants: this.#count.variants, findings: found },
      products: this.#products,
    };
  }

  #addProduct(line: number, read: Product): void {
    const sameIn = this.#lines.get(read.id);
    const product = withProductLink(read, this.#shopUrl);
    const data = sameIn === undefined ? JSON.stringify(product) : '';
    const reason =
      sameIn !== undefined
        ? `the id "${read.id}" is already in line ${sameIn}`
        : data.length > maxProductLength && `it has more than ${maxProductLength} characters`;
    if (reason !== false) return this.add({ type: 'rejected', line, reason });
    const { id, variants } = product;
    this.#lines.set(id, line);
    this.#products.push({ id, data, variants: variants.length });
    this.#survey.add(line, product);
    this.#count.variants += variants.length;
    this.#count.cells += variants.length;
    this.#count.length += data.length;
  }

  #note(type: NoteType, line: number, reason: string): void {
    if (this.#notes[type].length >= this.#limits.notes) return;
    this.#notes[type].push({ line, reason: reason.slice(0, maxReasonLength) });
  }

  #requireWithinLimits(): void {
    const { rows, variants, cells, length } = this.#count;
    const { rows: maxRows, cells: maxCells, length: maxLength } = this.#limits;
    if (Math.max(rows, variants) > maxRows) throw tooLarge(`${maxRows} rows or variants`);
    if (cells > maxCells) throw tooLarge(`${maxCells} cells`);
    if (length > maxLength) throw tooLarge(`${maxLength} characters of products`);
  }
}

type NoteType = 'rejected' | 'skipped' | 'warning';

function tooLarge(limit: string): CatalogFileError {
  const message = `the file has more than ${limit}: import it with agent-service catalog import`;
  return new CatalogFileError('too_large', message);
}

function noCurrency(): CatalogFileError {
  const message = 'the file has prices without a currency: give one, for example EUR';
  return new CatalogFileError('no_currency', message);
}
