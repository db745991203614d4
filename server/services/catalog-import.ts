import {
  importCatalog,
  type ImportCounts,
  type ImportOptions,
  type ImportReport,
} from '../catalog/import/import-catalog.ts';
import { CatalogFileError } from '../catalog/import/import-errors.ts';
import { isCurrencyCode } from '../catalog/money/currency-digits.ts';
import { finishImport, ImportLost } from '../db/catalog-import-repository.ts';
import type { CatalogImportRecord } from '../db/records.ts';
import type { JoinedWrite, Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { type Actor, auditJoined } from './audit.ts';
import { findStore } from './stores.ts';

export interface ImportDeps {
  readonly repositories: Pick<Repositories, 'stores' | 'catalog' | 'catalogImports'>;
  readonly clock: Clock;
}

export interface ImportInput extends Omit<ImportOptions, 'clock' | 'onCounts' | 'signal'> {
  /** What the list of imports shows as the source. */
  readonly sourceName: string;
  /** Names the process: at its next start, imports that it has left running are failed. */
  readonly owner: string;
  readonly actor: Actor;
}

/** How long another process leaves a running import alone that does not renew its lease. */
export const importLeaseMs = 15_000;
const renewalMs = 1_000;
const maxKeptNotes = 100;
const maxReasonLength = 500;
const lostError = 'the process that ran the import has ended: import again';

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

/**
 * Begins an import, the only running one of its store (decision 0045). Throws ServiceError `not_found`, `invalid_request`
 * for an unknown currency, and `conflict` while another one runs.
 */
export async function beginImport(
  deps: ImportDeps,
  storeId: string,
  { currency, sourceName, owner }: Pick<ImportInput, 'currency' | 'sourceName' | 'owner'>,
): Promise<CatalogImportRecord> {
  if (currency !== undefined && !isCurrencyCode(currency.toUpperCase())) {
    throw new ServiceError('invalid_request', `${currency} is not an ISO 4217 currency code`);
  }
  const store = await findStore(deps, storeId);
  const { catalogImports } = deps.repositories;
  const record: CatalogImportRecord = {
    id: newId('imp'),
    storeId: store.id,
    status: 'running',
    source: sourceName,
    format: null,
    startedAt: timestamp(deps.clock),
    endedAt: null,
    lines: 0,
    products: 0,
    skippedLines: 0,
    rejectedLines: 0,
    rejected: [],
    error: null,
    owner,
    leaseUntil: leaseEnd(deps.clock),
  };
  await catalogImports.failLost(store.id, { at: timestamp(deps.clock), error: lostError });
  if (await catalogImports.begin(store.id, record)) return record;
  throw new ServiceError('conflict', 'an import of this store is running: wait for its end');
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
            joined: finishAudited(deps, ended(deps, withCounts(started, counts), null), actor),
          }),
      },
    );
    if (!report.written) await fail(deps, withCounts(started, report), rejectedError(report, input.replace));
    return report;
  } catch (error) {
    await failImport(deps, progress.current(), error);
    throw error;
  } finally {
    progress.stop();
  }
}

/** Why an import failed, for the people of its store. */
function describeImportError(error: unknown): string {
  const isForPeople =
    error instanceof CatalogFileError || error instanceof ServiceError || error instanceof ImportLost;
  return isForPeople ? error.message : 'the import failed: try again, or ask the operator of the service';
}

function rejectedError({ products }: ImportReport, isReplacing: boolean): string {
  if (products === 0) return 'no line is valid';
  return isReplacing
    ? 'products are only replaced by a file without rejected lines: correct them, or import without replacing'
    : 'lines are rejected';
}

/** Fails a running import, with an error for the people of its store. */
export function failImport(deps: ImportDeps, record: CatalogImportRecord, error: unknown): Promise<void> {
  return fail(deps, record, describeImportError(error));
}

/** A failure that cannot be stored is seen when the lease has ended. */
async function fail({ repositories, clock }: ImportDeps, record: CatalogImportRecord, error: string) {
  const failed = ended({ clock }, record, error);
  await repositories.catalogImports.renew(record.storeId, failed).catch(() => undefined);
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

function withCounts(record: CatalogImportRecord, counts: ImportCounts): CatalogImportRecord {
  const rejected = counts.rejected.slice(0, maxKeptNotes);
  return {
    ...record,
    format: counts.format,
    lines: counts.rows,
    products: counts.products,
    skippedLines: counts.skipped.length,
    rejectedLines: counts.rejected.length,
    rejected: rejected.map(({ line, reason }) => ({ line, reason: reason.slice(0, maxReasonLength) })),
  };
}

function ended(
  { clock }: Pick<ImportDeps, 'clock'>,
  record: CatalogImportRecord,
  error: string | null,
): CatalogImportRecord {
  const status = error === null ? 'done' : 'failed';
  return { ...record, status, error, endedAt: timestamp(clock), owner: null, leaseUntil: null };
}

function leaseEnd(clock: Clock): string {
  return new Date(clock.now() + importLeaseMs).toISOString();
}

/** Fails the imports that a process of this name has left running. To be called at its start. */
export async function failLostImports(deps: ImportDeps, owner: string): Promise<void> {
  const failure = { at: timestamp(deps.clock), error: lostError };
  await deps.repositories.catalogImports.failOwned(owner, failure);
}

const maxListed = 50;

/** The last imports of a store, newest first; a running one whose process has ended is failed. */
export async function listImports(deps: ImportDeps, storeId: string): Promise<CatalogImportRecord[]> {
  const { catalogImports } = deps.repositories;
  const records = await catalogImports.list(storeId, maxListed);
  if (!records.some((record) => isLost(record, deps.clock))) return records;
  await catalogImports.failLost(storeId, { at: timestamp(deps.clock), error: lostError });
  return catalogImports.list(storeId, maxListed);
}

/** One import of a store. Throws ServiceError `not_found`. */
export async function findImport(
  deps: ImportDeps,
  storeId: string,
  importId: string,
): Promise<CatalogImportRecord> {
  const { catalogImports } = deps.repositories;
  const record = await catalogImports.find(storeId, importId);
  if (record === undefined) throw new ServiceError('not_found', 'import not found');
  if (!isLost(record, deps.clock)) return record;
  await catalogImports.failLost(storeId, { at: timestamp(deps.clock), error: lostError });
  return (await catalogImports.find(storeId, importId)) ?? record;
}

function isLost({ status, leaseUntil }: CatalogImportRecord, clock: Clock): boolean {
  return status === 'running' && (leaseUntil ?? '') <= timestamp(clock);
}

export interface CatalogState {
  readonly products: number;
  readonly variants: number;
  readonly lastImportAt: string | null;
}

/** How many products a store has, and when they were imported last. */
export async function describeCatalog(
  { repositories }: Pick<ImportDeps, 'repositories'>,
  storeId: string,
): Promise<CatalogState> {
  const [counts, last] = await Promise.all([
    repositories.catalog.count(storeId),
    repositories.catalogImports.findLastDone(storeId),
  ]);
  return { ...counts, lastImportAt: last?.endedAt ?? null };
}
