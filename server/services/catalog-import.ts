import type { ImportFormat, RowNote } from '../catalog/import/import-event.ts';
import type { ReadLimits } from '../catalog/import/import-limits.ts';
import {
  type ImportProgress,
  type ImportSource,
  openSource,
  withProgress,
} from '../catalog/import/import-source.ts';
import type { CatalogFound, ImportCounts, ReadOptions } from '../catalog/import/read-catalog.ts';
import { finishImport, ImportLost } from '../db/catalog-import-repository.ts';
import type { CatalogImportRecord } from '../db/records.ts';
import type { JoinedWrite, Repositories } from '../db/repositories.ts';
import type { CatalogReading, Readers } from '../quarantine/readers.ts';
import { type Actor, auditJoined } from './audit.ts';
import {
  beginImport,
  endedImport,
  failImport,
  failWith,
  type ImportDeps,
  type ImportOrigin,
  leaseEnd,
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
  readonly actor: Actor;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
  /** Of the file; its number of rows is the store's of variants, too. No limits by default. */
  readonly limits?: ReadLimits | undefined;
  /** Ends the import with the signal's reason before it writes. */
  readonly signal?: AbortSignal | undefined;
}

export interface CatalogImportDeps extends ImportDeps {
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
 * was committed. Throws ServiceError `not_found`, `invalid_request` or `conflict`, and CatalogFileError for an unreadable
 * file.
 */
export async function importStoreCatalog(
  deps: CatalogImportDeps,
  storeId: string,
  input: ImportInput,
): Promise<ImportReport> {
  const started = await beginImport(deps, storeId, input);
  return runImport(deps, started, input, (work) => work(deps.repositories.catalog));
}

/** Runs the write of an import, with the repository that it writes to. */
type WithCatalog = (
  work: (catalog: Pick<Repositories['catalog'], 'importBatches'>) => Promise<void>,
) => Promise<void>;

/** Runs an import that has begun, to its end. Throws as `importStoreCatalog` does, after the import has failed. */
export async function runImport(
  deps: CatalogImportDeps,
  started: CatalogImportRecord,
  input: ImportInput,
  withCatalog: WithCatalog,
): Promise<ImportReport> {
  const progress = reportProgress(deps, started);
  const signal = AbortSignal.any([progress.lost, ...(input.signal ? [input.signal] : [])]);
  try {
    const opened = await openSource(input.source);
    const chunks = withProgress(opened, input.onProgress ?? (() => undefined));
    const observer = { onCounts: progress.update, signal };
    const file = { name: opened.name, chunks };
    const options = readOptions(deps, input);
    const reading = await deps.readers.readCatalog(started.storeId, file, options, observer);
    try {
      signal.throwIfAborted();
      return await writeReading(deps, { started, input, reading }, withCatalog);
    } finally {
      await reading.close();
    }
  } catch (error) {
    await failImport(deps, progress.current(), error);
    throw error;
  } finally {
    progress.stop();
  }
}

function readOptions(
  { clock }: Pick<ImportDeps, 'clock'>,
  { format, currency, shopUrl, limits }: ImportInput,
): ReadOptions {
  return { format, currency, shopUrl: shopUrl?.href, now: clock.now(), limits };
}

interface ReadImport {
  readonly started: CatalogImportRecord;
  readonly input: ImportInput;
  readonly reading: CatalogReading;
}

async function writeReading(
  deps: CatalogImportDeps,
  { started, input, reading }: ReadImport,
  withCatalog: WithCatalog,
): Promise<ImportReport> {
  const { found, batches } = reading;
  if (found.products === 0 || (found.rejectedRows > 0 && !input.partial)) {
    await failWith(deps, withCounts(started, found), rejectedError(found, input.replace));
    return { ...found, written: false };
  }
  const done = endedImport(deps, withFindings(withCounts(started, found), found), null);
  await withCatalog((catalog) =>
    catalog.importBatches(started.storeId, batches, {
      replaceAll: input.replace,
      maxVariants: input.limits?.rows,
      joined: finishAudited(deps, done, input.actor),
    }),
  );
  return { ...found, written: true };
}

function rejectedError({ products }: CatalogFound, isReplacing: boolean): string {
  if (products === 0) return 'no line is valid';
  return isReplacing
    ? 'products are only replaced by a file without rejected lines: correct them, or import without replacing'
    : 'lines are rejected';
}

/** Finishes an import and writes its entry, in the transaction that writes its products. */
function finishAudited(
  { clock }: Pick<ImportDeps, 'clock'>,
  done: CatalogImportRecord,
  actor: Actor,
): JoinedWrite {
  const { storeId, id, source, products } = done;
  const from = URL.canParse(source) ? new URL(source).hostname : source;
  const detail = `${products} ${products === 1 ? 'product' : 'products'} (${from})`;
  const event = { action: 'catalog.imported', subject: id, detail } as const;
  return async (trx) => {
    await finishImport(storeId, done)(trx);
    await auditJoined(clock, storeId, actor, event)(trx);
  };
}

/** Stores the counts and renews the lease every second; `lost` is aborted when the import is not running any more. */
function reportProgress({ repositories, clock }: ImportDeps, started: CatalogImportRecord) {
  const lost = new AbortController();
  let latest = started;
  const renew = async (): Promise<void> => {
    latest = { ...latest, leaseUntil: leaseEnd(clock) };
    if (!(await repositories.catalogImports.renew(started.storeId, latest))) lost.abort(new ImportLost());
  };
  // A lease that is not renewed ends by itself.
  const timer = setInterval(() => void renew().catch(() => undefined), renewalMs).unref();
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

function keptNotes(notes: readonly RowNote[]): RowNote[] {
  return notes.slice(0, maxKeptNotes);
}

function withCounts(record: CatalogImportRecord, counts: ImportCounts): CatalogImportRecord {
  return {
    ...record,
    format: counts.format,
    lines: counts.rows,
    products: counts.products,
    skippedLines: counts.skippedRows,
    rejectedLines: counts.rejectedRows,
    rejected: keptNotes(counts.rejected),
  };
}
