import type { Knex } from 'knex';
import type { CatalogImportRecord } from './records.ts';
import type { CatalogImportRepository, JoinedWrite } from './repositories.ts';
import type { Write } from './write.ts';

interface CatalogImportRow {
  /** PostgreSQL returns a bigint as text. */
  sequence: number | string;
  id: string;
  store_id: string;
  status: CatalogImportRecord['status'];
  source: string;
  format: string | null;
  started_at: string;
  ended_at: string | null;
  lines: number;
  products: number;
  skipped_lines: number;
  rejected_lines: number;
  rejected: string;
  error: string | null;
  findings: string | null;
  owner: string | null;
  lease_until: string | null;
}

/** Imports of catalogues over the table `catalog_imports` (decision 0045). */
export function createCatalogImportRepository(db: Knex, write: Write): CatalogImportRepository {
  return {
    async begin(storeId, record) {
      return write(async (trx) => {
        const inserted = await table(trx)
          .insert(toRow(storeId, record))
          .onConflict()
          .ignore()
          .returning('id');
        return inserted.length > 0;
      });
    },
    async renew(storeId, record) {
      return write(
        async (trx) => (await running(trx, storeId, record.id).update(toRow(storeId, record))) > 0,
      );
    },
    async failLost(storeId, { at, error }) {
      await write((trx) =>
        table(trx)
          .where({ store_id: storeId, status: 'running' })
          .where('lease_until', '<=', at)
          .update(failed(at, error)),
      );
    },
    async failOwned(owner, { at, error }) {
      await write((trx) => table(trx).where({ owner, status: 'running' }).update(failed(at, error)));
    },
    async list(storeId, limit) {
      const rows = await table(db).where({ store_id: storeId }).orderBy('sequence', 'desc').limit(limit);
      return rows.map(toRecord);
    },
    async find(storeId, importId) {
      const row = await table(db).where({ store_id: storeId, id: importId }).first();
      return row && toRecord(row);
    },
    async findLastDone(storeId) {
      const done = table(db).where({ store_id: storeId, status: 'done' });
      const row = await done.orderBy('sequence', 'desc').first();
      return row && toRecord(row);
    },
  };
}

/** The import is not running any more: its lease had ended, and another process has failed it. */
export class ImportLost extends Error {
  override readonly name = 'ImportLost';

  constructor() {
    super('the import was ended by another process');
  }
}

/** Finishes an import in the transaction that writes its products. Throws ImportLost. */
export function finishImport(storeId: string, record: CatalogImportRecord): JoinedWrite {
  return async (trx) => {
    const updated = await running(trx, storeId, record.id).update(toRow(storeId, record));
    if (updated === 0) throw new ImportLost();
  };
}

const table = (db: Knex) => db<CatalogImportRow>('catalog_imports');

function running(trx: Knex.Transaction, storeId: string, id: string) {
  return table(trx).where({ store_id: storeId, id, status: 'running' });
}

function failed(at: string, error: string): Partial<CatalogImportRow> {
  return { status: 'failed', ended_at: at, error, owner: null, lease_until: null };
}

function toRecord(row: CatalogImportRow): CatalogImportRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    status: row.status,
    source: row.source,
    format: row.format,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    lines: row.lines,
    products: row.products,
    skippedLines: row.skipped_lines,
    rejectedLines: row.rejected_lines,
    rejected: JSON.parse(row.rejected),
    error: row.error,
    findings: row.findings === null ? null : JSON.parse(row.findings),
    owner: row.owner,
    leaseUntil: row.lease_until,
  };
}

function toRow(storeId: string, record: CatalogImportRecord): Omit<CatalogImportRow, 'sequence'> {
  return {
    id: record.id,
    store_id: storeId,
    status: record.status,
    source: record.source,
    format: record.format,
    started_at: record.startedAt,
    ended_at: record.endedAt,
    lines: record.lines,
    products: record.products,
    skipped_lines: record.skippedLines,
    rejected_lines: record.rejectedLines,
    rejected: JSON.stringify(record.rejected),
    error: record.error,
    findings: record.findings && JSON.stringify(record.findings),
    owner: record.owner,
    lease_until: record.leaseUntil,
  };
}
