import type { components } from '../../generated/dashboard.d.ts';
import { CatalogFileError } from '../catalog/import/import-errors.ts';
import { isCurrencyCode } from '../catalog/money/currency-digits.ts';
import {
  countProducts,
  type ProductBatches,
  putProducts,
  type PutOptions,
  readSynonyms,
} from '../db/catalog.ts';
import { toRow } from '../db/columns.ts';
import { queueNotice } from '../db/notices.ts';
import {
  type Context,
  type DatabaseDeps,
  type ServiceContext,
  type StoreReader,
  systemActor,
} from '../db/database.ts';
import type { CatalogImportRecord, StoreRecord } from '../db/records.ts';
import { requireFound, ServiceError } from '../errors.ts';
import { later, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { audit } from './audit.ts';

// The rows of imports: how one begins, stays alive, ends, and is shown (decision 0045). `catalog-import.ts` runs it.

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

/** How long an import that has ended is listed. */
const keptMs = 90 * 86_400_000;

/** A feed that is read every hour would fill the list. */
async function removeOldImports({ tables, now }: Context): Promise<void> {
  // What the catalogue has is of the latest import that went well.
  const latest = await tables('catalog_imports')
    .where({ status: 'done' })
    .orderBy('sequence', 'desc')
    .first('id');
  const old = tables('catalog_imports')
    .where('started_at', '<', later(now, -keptMs))
    .whereNot({ status: 'running' });
  await old.whereNot({ id: latest?.id ?? '' }).delete();
}

/**
 * Begins an import, the only running one of the store (decision 0045). Its entry in the audit log is written at its end.
 * Throws ServiceError `invalid_request` for an unknown currency, and `conflict` while another one runs.
 */
export async function beginImport(
  context: Context,
  { currency, sourceName, owner }: ImportOrigin,
): Promise<CatalogImportRecord> {
  if (currency !== undefined && !isCurrencyCode(currency.toUpperCase())) {
    throw new ServiceError('invalid_request', `${currency} is not an ISO 4217 currency code`);
  }
  const { tables, storeId, now } = context;
  const record: CatalogImportRecord = {
    id: newId('imp'),
    store_id: storeId,
    status: 'running',
    source: sourceName,
    format: null,
    started_at: now,
    ended_at: null,
    lines: 0,
    products: 0,
    skipped_lines: 0,
    rejected_lines: 0,
    rejected: [],
    error: null,
    findings: null,
    owner,
    lease_until: leaseEnd(now),
  };
  await failLostImport(context);
  await removeOldImports(context);
  const inserted = await tables('catalog_imports')
    .insert(toRow('catalog_imports', record))
    .onConflict()
    .ignore()
    .returning('id');
  if (inserted.length > 0) return record;
  throw new ServiceError('conflict', 'an import of this store is running: wait for its end');
}

/** The import is not running any more: its lease had ended, and another process has failed it. */
export class ImportLost extends Error {
  override readonly name = 'ImportLost';

  constructor() {
    super('the import was ended by another process');
  }
}

/**
 * Stores the progress of a running import and renews its lease, or stores its failure. No entry in the audit log: nothing
 * of the catalogue has changed. Throws ImportLost.
 */
export async function renewImport(context: Context, record: CatalogImportRecord): Promise<void> {
  const running = context.tables('catalog_imports').where({ id: record.id, status: 'running' });
  if ((await running.update(toRow('catalog_imports', record))) === 0) throw new ImportLost();
}

/** What an import puts into the catalogue. */
export interface ImportedProducts extends PutOptions {
  readonly batches: ProductBatches;
}

/** Writes the products of an import and ends it. Throws ImportLost, and as `putProducts` does. */
export async function finishImport(
  context: Context,
  running: CatalogImportRecord,
  { batches, ...options }: ImportedProducts,
): Promise<void> {
  await putProducts(context, batches, options);
  await renewImport(context, endedImport(running, context.now, null));
  // An import that went well is what earlier failures asked for.
  const failures = context.tables('notices').where({ kind: 'import_failed', done_at: null });
  await failures.update({ done_at: context.now });
  const { id, source, products } = running;
  const from = URL.canParse(source) ? new URL(source).hostname : source;
  const detail = `${products} ${products === 1 ? 'product' : 'products'} (${from})`;
  await audit(context, { action: 'catalog.imported', subject: id, detail });
}

/** Fails a running import with an error for the people of its store. Throws ImportLost. */
export async function failImport(
  context: Context,
  running: CatalogImportRecord,
  error: unknown,
): Promise<void> {
  const reason = typeof error === 'string' ? error : describeImportError(error);
  await renewImport(context, endedImport(running, context.now, reason));
  await queueFailure(context, running.id, reason);
}

async function queueFailure(context: Context, importId: string, reason: string): Promise<void> {
  const text = `The products stay as they were. ${reason}`;
  const words = { subject: 'An import of the catalogue failed', text, path: 'catalogue' };
  await queueNotice(context, { kind: 'import_failed', key: `import ${importId}`, ...words });
}

/** Why an import failed, for the people of its store. */
function describeImportError(error: unknown): string {
  const isForPeople =
    error instanceof CatalogFileError || error instanceof ServiceError || error instanceof ImportLost;
  return isForPeople ? error.message : 'the import failed: try again, or ask the operator of the service';
}

/** The record of an import that is over: without an error it is done. */
function endedImport(record: CatalogImportRecord, now: string, error: string | null): CatalogImportRecord {
  const status = error === null ? 'done' : 'failed';
  return { ...record, status, error, ended_at: now, owner: null, lease_until: null };
}

/** Until when the lease of an import is valid that is renewed at a time. */
export function leaseEnd(now: string): string {
  return later(now, importLeaseMs);
}

/** Fails the running import of the store when its lease has ended. */
export async function failLostImport(context: Context): Promise<void> {
  const { tables, now } = context;
  const lost = tables('catalog_imports').where({ status: 'running' }).where('lease_until', '<=', now);
  for (const { id } of await lost.update(failedAt(now)).returning('id'))
    await queueFailure(context, id, lostError);
}

/** Fails the imports that a process of this name has left running. To be called at its start. */
export async function failImportsOf(context: ServiceContext, owner: string): Promise<void> {
  const { allStores, now } = context;
  const left = allStores('catalog_imports').where({ owner, status: 'running' });
  for (const { id, store_id } of await left.update(failedAt(now)).returning(['id', 'store_id'])) {
    const store = await allStores('stores').where({ id: store_id }).first();
    if (store !== undefined) await queueFailure(context.of(store), id, lostError);
  }
}

function failedAt(now: string) {
  return { status: 'failed', error: lostError, ended_at: now, owner: null, lease_until: null } as const;
}

const maxListed = 50;

/** The last imports of a store, newest first; a running one whose process has ended is failed. */
export async function listImports(deps: DatabaseDeps, store: StoreRecord): Promise<CatalogImportRecord[]> {
  const { database } = deps;
  const list = () =>
    database
      .reader(store.id)
      .read(async (tables) => tables('catalog_imports').orderBy('sequence', 'desc').limit(maxListed));
  const records = await list();
  return (await failIfLost(deps, store, records)) ? list() : records;
}

/** One import of a store. Throws ServiceError `not_found`. */
export async function findImport(
  deps: DatabaseDeps,
  store: StoreRecord,
  id: string,
): Promise<CatalogImportRecord> {
  const read = () =>
    deps.database.reader(store.id).read(async (tables) => tables('catalog_imports').where({ id }).first());
  const record = requireFound(await read(), 'import not found');
  return (await failIfLost(deps, store, [record])) ? ((await read()) ?? record) : record;
}

async function failIfLost(
  { database, clock }: DatabaseDeps,
  store: StoreRecord,
  records: readonly CatalogImportRecord[],
): Promise<boolean> {
  const now = timestamp(clock);
  const isLost = records.some(
    ({ status, lease_until: leaseUntil }) => status === 'running' && (leaseUntil ?? '') <= now,
  );
  if (isLost) await database.change({ store, actor: systemActor }, failLostImport);
  return isLost;
}

/** How many products a store has, and when they were imported last. */
export async function describeCatalog(reader: StoreReader): Promise<components['schemas']['Catalog']> {
  const [counts, last, synonyms] = await Promise.all([
    countProducts(reader),
    reader.read(async (tables) =>
      tables('catalog_imports').where({ status: 'done' }).orderBy('sequence', 'desc').first('ended_at'),
    ),
    readSynonyms(reader),
  ]);
  return { ...counts, last_import_at: last?.ended_at ?? null, synonyms };
}
