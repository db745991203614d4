import { expect } from 'vitest';
import type { CatalogImportRecord } from '../db/records.ts';
import { newId } from '../support/ids.ts';
import type { TestServer } from './start-test-server.ts';

/** An import that has ended, in fields that tests can change. */
export function sampleImport(
  storeId: string,
  change: Partial<CatalogImportRecord> = {},
): CatalogImportRecord {
  return {
    id: newId('imp'),
    storeId,
    status: 'done',
    source: 'file',
    format: 'json-lines',
    startedAt: '2026-01-02T03:04:05.678Z',
    endedAt: '2026-01-02T03:04:06.678Z',
    lines: 3,
    products: 1,
    skippedLines: 1,
    rejectedLines: 1,
    rejected: [{ line: 2, reason: 'price: it is missing' }],
    error: null,
    findings: null,
    owner: null,
    leaseUntil: null,
    ...change,
  };
}

/** Stores an import that has ended. */
export async function addImport(server: TestServer, storeId: string): Promise<CatalogImportRecord> {
  const record = sampleImport(storeId);
  if (storeId === server.shop.store.id) await server.deps.repositories.catalogImports.begin(storeId, record);
  return record;
}

/** Waits until a store has no running import, and returns its imports, newest first. */
export async function untilImported(
  { deps }: Pick<TestServer, 'deps'>,
  storeId: string,
): Promise<CatalogImportRecord[]> {
  const list = () => deps.repositories.catalogImports.list(storeId, 50);
  await expect
    .poll(async () => (await list()).filter(({ status }) => status === 'running').length, {
      interval: 10,
    })
    .toBe(0);
  return list();
}
