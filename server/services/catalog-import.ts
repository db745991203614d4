import {
  importCatalog,
  type ImportCounts,
  type ImportOptions,
  type ImportReport,
  type RowNote,
} from '../catalog/import/import-catalog.ts';
import { finishImport, ImportLost } from '../db/catalog-import-repository.ts';
import type { CatalogImportRecord } from '../db/records.ts';
import type { JoinedWrite } from '../db/repositories.ts';
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

/** A file of products, and how its store wants it to be read. */
export interface ImportInput
  extends ImportOrigin, Omit<ImportOptions, 'clock' | 'onCounts' | 'signal' | 'currency'> {
  readonly actor: Actor;
}

const renewalMs = 1_000;
const maxKeptNotes = 100;
const maxReasonLength = 500;

/**
 * Imports a file of products into a store's catalogue in one transaction; `written` in the report states whether it
 * was committed. Throws ServiceError `not_found`, `invalid_request` or `conflict`, and CatalogFileError for an unreadable
 * file.
 */
export async function importStoreCatalog(
  deps: ImportDeps,
  storeId: string,
  input: ImportInput,
): Promise<ImportReport> {
  const started = await beginImport(deps, storeId, input);
  return runImport(deps, started, input);
}

/** Runs an import that has begun, to its end. Throws as `importStoreCatalog` does, after the import has failed. */
export async function runImport(
  deps: ImportDeps,
  started: CatalogImportRecord,
  { actor, currency, ...input }: ImportInput & Pick<ImportOptions, 'signal'>,
): Promise<ImportReport> {
  const { catalog } = deps.repositories;
  const { storeId } = started;
  const progress = reportProgress(deps, started);
  const signal = AbortSignal.any([progress.lost, ...(input.signal ? [input.signal] : [])]);
  try {
    const report = await importCatalog(
      {
        ...input,
        currency: currency?.toUpperCase(),
        clock: deps.clock,
        signal,
        onCounts: progress.update,
      },
      {
        upsert: (products, options, counts) =>
          catalog.upsert(storeId, products, {
            ...options,
            joined: finishAudited(
              deps,
              endedImport(deps, withFindings(withCounts(started, counts), counts), null),
              actor,
            ),
          }),
      },
    );
    if (!report.written)
      await failWith(deps, withCounts(started, report), rejectedError(report, input.replace));
    return report;
  } catch (error) {
    await failImport(deps, progress.current(), error);
    throw error;
  } finally {
    progress.stop();
  }
}

function rejectedError({ products }: ImportReport, isReplacing: boolean): string {
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
function withFindings(record: CatalogImportRecord, { findings }: ImportReport): CatalogImportRecord {
  const warnings = keptNotes(findings.warnings);
  const imageHosts = findings.imageHosts.slice(0, maxKeptNotes);
  return { ...record, findings: { ...findings, warnings, imageHosts } };
}

function keptNotes(notes: readonly RowNote[]): RowNote[] {
  return notes
    .slice(0, maxKeptNotes)
    .map(({ line, reason }) => ({ line, reason: reason.slice(0, maxReasonLength) }));
}

function withCounts(record: CatalogImportRecord, counts: ImportCounts): CatalogImportRecord {
  return {
    ...record,
    format: counts.format,
    lines: counts.rows,
    products: counts.products,
    skippedLines: counts.skipped.length,
    rejectedLines: counts.rejected.length,
    rejected: keptNotes(counts.rejected),
  };
}
