import type { ImportFormat, RowNote } from '../catalog/import/import-event.ts';
import type { ReadLimits } from '../catalog/import/import-limits.ts';
import {
  type ImportProgress,
  type ImportSource,
  openSource,
  withProgress,
} from '../catalog/import/import-source.ts';
import type { CatalogFound, ImportCounts, ReadOptions } from '../catalog/import/read-catalog.ts';
import type { ChangeBy, DatabaseDeps } from '../db/database.ts';
import type { CatalogImportRecord, ImportFindings } from '../db/records.ts';
import type { CatalogReading, Readers } from '../quarantine/readers.ts';
import { timestamp } from '../support/clock.ts';
import {
  beginImport,
  failImport,
  finishImport,
  type ImportedProducts,
  ImportLost,
  type ImportOrigin,
  leaseEnd,
  renewImport,
} from './import-records.ts';

/** A file of products, and how its store wants it to be imported. */
export interface ImportInput extends ImportOrigin {
  readonly source: ImportSource;
  /** Detected when not given. */
  readonly format?: ImportFormat | undefined;
  /** The shop's address, for links to products that have none in the file (`/products/<id>`). */
  readonly shopUrl?: URL | undefined;
  /** Whether valid rows are imported although others are rejected. */
  readonly partial: boolean;
  /** Whether products that are not in the file are removed. */
  readonly replace: boolean;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Of the file; its number of rows is the store's of variants, too. No limits by default. */
  readonly limits?: ReadLimits | undefined;
  /** Ends the import with the signal's reason before it writes. */
  readonly signal?: AbortSignal | undefined;
}

export interface CatalogImportDeps extends DatabaseDeps {
  readonly readers: Pick<Readers, 'readCatalog'>;
}

export interface ImportReport extends CatalogFound {
  /** False when rows were rejected without `partial`: then nothing has changed. */
  readonly written: boolean;
}

const renewalMs = 1_000;
export const maxKeptNotes = 100;

/**
 * Imports a file of products into a store's catalogue in one transaction; `written` in the report states whether it
 * was committed. Throws ServiceError `invalid_request` or `conflict`, and CatalogFileError for an unreadable file.
 */
export async function importStoreCatalog(
  deps: CatalogImportDeps,
  by: ChangeBy,
  input: ImportInput,
): Promise<ImportReport> {
  const started = await deps.database.change(by, (context) => beginImport(context, input));
  const write: StartedImport['write'] = (running, products) =>
    deps.database.change(by, (context) => finishImport(context, running, products));
  return runImport(deps, { by, started, input, write });
}

/** An import that has begun. */
export interface StartedImport {
  readonly by: ChangeBy;
  readonly started: CatalogImportRecord;
  readonly input: ImportInput;
  /** Runs `finishImport`. */
  write(running: CatalogImportRecord, products: ImportedProducts): Promise<void>;
}

/** Runs an import that has begun, to its end. Throws as `importStoreCatalog` does, after the import has failed. */
export async function runImport(deps: CatalogImportDeps, run: StartedImport): Promise<ImportReport> {
  const { by, started, input } = run;
  const progress = reportProgress(deps, by, started);
  const signal = AbortSignal.any([progress.lost, ...(input.signal ? [input.signal] : [])]);
  try {
    const opened = await openSource(input.source);
    const chunks = withProgress(opened, input.onProgress ?? (() => undefined));
    const observer = { onCounts: progress.update, signal };
    const file = { name: opened.name, chunks };
    const options = readOptions(deps, input);
    const reading = await deps.readers.readCatalog(by.store.id, file, options, observer);
    try {
      signal.throwIfAborted();
      return await writeReading(deps, run, reading);
    } finally {
      await reading.close();
    }
  } catch (error) {
    await storeFailure(deps, by, progress.current(), error);
    throw error;
  } finally {
    progress.stop();
  }
}

/** A failure that cannot be stored is seen when the lease has ended. */
async function storeFailure(
  { database }: DatabaseDeps,
  by: ChangeBy,
  running: CatalogImportRecord,
  error: unknown,
): Promise<void> {
  await database.change(by, (context) => failImport(context, running, error)).catch(() => undefined);
}

function readOptions(
  { clock }: Pick<DatabaseDeps, 'clock'>,
  { format, currency, shopUrl, limits }: ImportInput,
): ReadOptions {
  return { format, currency, shopUrl: shopUrl?.href, now: clock.now(), limits };
}

async function writeReading(
  deps: CatalogImportDeps,
  { by, started, input, write }: StartedImport,
  { found, batches }: CatalogReading,
): Promise<ImportReport> {
  if (found.products === 0 || (found.rejectedRows > 0 && !input.partial)) {
    const error = rejectedError(found, input.replace);
    await storeFailure(deps, by, withCounts(started, found), error);
    return { ...found, written: false };
  }
  const running = withFindings(withCounts(started, found), found);
  await write(running, { batches, replaceAll: input.replace, maxVariants: input.limits?.rows });
  return { ...found, written: true };
}

function rejectedError({ products }: CatalogFound, isReplacing: boolean): string {
  if (products === 0) return 'no line is valid';
  return isReplacing
    ? 'products are only replaced by a file without rejected lines: correct them, or import without replacing'
    : 'lines are rejected';
}

/** Stores the counts and renews the lease every second; `lost` is aborted when the import is not running any more. */
function reportProgress({ database, clock }: DatabaseDeps, by: ChangeBy, started: CatalogImportRecord) {
  const lost = new AbortController();
  let latest = started;
  const renew = async (): Promise<void> => {
    latest = { ...latest, lease_until: leaseEnd(timestamp(clock)) };
    await database.change(by, (context) => renewImport(context, latest));
  };
  const abort = (error: unknown): void => {
    // Otherwise a lease that is not renewed ends by itself.
    if (error instanceof ImportLost) lost.abort(error);
  };
  const timer = setInterval(() => void renew().catch(abort), renewalMs).unref();
  return {
    lost: lost.signal,
    current: () => latest,
    update: (counts: ImportCounts): void => {
      latest = withCounts(latest, counts);
    },
    stop: () => clearInterval(timer),
  };
}

/** At most as many warnings and hosts are kept as the dashboard shows. */
function withFindings(record: CatalogImportRecord, { findings }: CatalogFound): CatalogImportRecord {
  const warnings = keptNotes(findings.warnings);
  const imageHosts = findings.imageHosts.slice(0, maxKeptNotes);
  return { ...record, findings: { ...findings, warnings, imageHosts } };
}

/** As the API and the commands have them. */
export function presentFindings(findings: ImportFindings) {
  return {
    warnings: findings.warnings,
    without_link: findings.withoutLink,
    without_picture: findings.withoutPicture,
    without_price: findings.withoutPrice,
    without_quantity: findings.withoutQuantity,
    image_hosts: findings.imageHosts,
  };
}

function keptNotes(notes: readonly RowNote[]): RowNote[] {
  return notes.slice(0, maxKeptNotes);
}

function withCounts(record: CatalogImportRecord, counts: ImportCounts): CatalogImportRecord {
  return {
    ...record,
    format: counts.format,
    lines: counts.rows,
    products: counts.products,
    skipped_lines: counts.skippedRows,
    rejected_lines: counts.rejectedRows,
    rejected: keptNotes(counts.rejected),
  };
}
