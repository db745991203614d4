import { CatalogFileError } from '../catalog/import/import-errors.ts';
import { isCurrencyCode } from '../catalog/money/currency-digits.ts';
import type { Database } from '../db/database.ts';
import { ImportLost } from '../db/catalog-import-repository.ts';
import type { CatalogImportRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { findStore } from './stores.ts';

// The rows of imports: how one begins, stays alive, ends, and is shown (decision 0045). `catalog-import.ts` runs it.

export interface ImportDeps {
  readonly database: Database;
  readonly repositories: Pick<Repositories, 'catalog' | 'catalogImports'>;
  readonly clock: Clock;
}

/** Where an import comes from. */
export interface ImportOrigin {
  readonly currency?: string | undefined;
  /** What the list of imports shows as the source. */
  readonly sourceName: string;
  /** Names the process: at its next start, imports that it has left running are failed. */
  readonly owner: string;
}

/** How long another process leaves a running import alone that does not renew its lease. */
const importLeaseMs = 15_000;
const lostError = 'the process that ran the import has ended: import again';

/**
 * Begins an import, the only running one of its store (decision 0045). Throws ServiceError `not_found`, `invalid_request`
 * for an unknown currency, and `conflict` while another one runs.
 */
export async function beginImport(
  deps: ImportDeps,
  storeId: string,
  { currency, sourceName, owner }: ImportOrigin,
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
    findings: null,
    owner,
    leaseUntil: leaseEnd(deps.clock),
  };
  await catalogImports.failLost(store.id, { at: timestamp(deps.clock), error: lostError });
  if (await catalogImports.begin(store.id, record)) return record;
  throw new ServiceError('conflict', 'an import of this store is running: wait for its end');
}

/** Why an import failed, for the people of its store. */
function describeImportError(error: unknown): string {
  const isForPeople =
    error instanceof CatalogFileError || error instanceof ServiceError || error instanceof ImportLost;
  return isForPeople ? error.message : 'the import failed: try again, or ask the operator of the service';
}

/** Fails a running import, with an error for the people of its store. */
export function failImport(deps: ImportDeps, record: CatalogImportRecord, error: unknown): Promise<void> {
  return failWith(deps, record, describeImportError(error));
}

/** The same with the words of the error. A failure that cannot be stored is seen when the lease has ended. */
export async function failWith(
  { repositories, clock }: ImportDeps,
  record: CatalogImportRecord,
  error: string,
) {
  const failed = endedImport({ clock }, record, error);
  await repositories.catalogImports.renew(record.storeId, failed).catch(() => undefined);
}

/** The record of an import that is over: without an error it is done. */
export function endedImport(
  { clock }: Pick<ImportDeps, 'clock'>,
  record: CatalogImportRecord,
  error: string | null,
): CatalogImportRecord {
  const status = error === null ? 'done' : 'failed';
  return { ...record, status, error, endedAt: timestamp(clock), owner: null, leaseUntil: null };
}

/** Until when the lease of an import is valid that is renewed now. */
export function leaseEnd(clock: Clock): string {
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
  /** The shop's own words for the search, one entry a line. */
  readonly synonyms: string;
}

/** How many products a store has, and when they were imported last. */
export async function describeCatalog(
  { repositories }: Pick<ImportDeps, 'repositories'>,
  storeId: string,
): Promise<CatalogState> {
  const [counts, last, synonyms] = await Promise.all([
    repositories.catalog.count(storeId),
    repositories.catalogImports.findLastDone(storeId),
    repositories.catalog.synonyms(storeId),
  ]);
  return { ...counts, lastImportAt: last?.endedAt ?? null, synonyms };
}
