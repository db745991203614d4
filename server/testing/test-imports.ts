import { expect } from 'vitest';
import type { CatalogImportRecord } from '../db/records.ts';
import { toRow } from '../db/columns.ts';
import type { Deps } from '../deps.ts';
import { newId } from '../support/ids.ts';
import type { TestServer } from './start-test-server.ts';
import { changeStore } from './test-shop.ts';

/** An import that has ended, in fields that tests can change. */
export function sampleImport(
  storeId: string,
  change: Partial<CatalogImportRecord> = {},
): CatalogImportRecord {
  return {
    id: newId('imp'),
    store_id: storeId,
    status: 'done',
    source: 'file',
    format: 'json-lines',
    started_at: '2026-01-02T03:04:05.678Z',
    ended_at: '2026-01-02T03:04:06.678Z',
    lines: 3,
    products: 1,
    skipped_lines: 1,
    rejected_lines: 1,
    rejected: [{ line: 2, reason: 'price: it is missing' }],
    error: null,
    findings: null,
    owner: null,
    lease_until: null,
    ...change,
  };
}

/** Inserts an import. */
export function insertImport(deps: Pick<Deps, 'database'>, record: CatalogImportRecord): Promise<void> {
  return changeStore(deps, record.store_id, async ({ tables }) => {
    await tables('catalog_imports').insert(toRow('catalog_imports', record));
  });
}

/** The imports of a store, newest first. */
export function importsOf(
  { database }: Pick<Deps, 'database'>,
  storeId: string,
): Promise<CatalogImportRecord[]> {
  return database
    .reader(storeId)
    .read(async (tables) => tables('catalog_imports').orderBy('sequence', 'desc'));
}

/** Stores an import that has ended. */
export async function addImport(server: TestServer, storeId: string): Promise<CatalogImportRecord> {
  const record = sampleImport(storeId);
  if (storeId === server.shop.store.id) await insertImport(server.deps, record);
  return record;
}

/** Waits until a store has no running import, and returns its imports, newest first. */
export async function untilImported(
  { deps }: Pick<TestServer, 'deps'>,
  storeId: string,
): Promise<CatalogImportRecord[]> {
  const list = () => importsOf(deps, storeId);
  await expect
    .poll(async () => (await list()).filter(({ status }) => status === 'running').length, {
      interval: 10,
    })
    .toBe(0);
  return list();
}
