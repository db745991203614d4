import type { Knex } from 'knex';
import type { AuditRecord } from './records.ts';
import type { AuditRepository } from './people-repositories.ts';
import type { Write } from './write.ts';

interface AuditRow {
  /** PostgreSQL returns a bigint as text. */
  sequence: number | string;
  id: string;
  store_id: string;
  at: string;
  actor: string;
  address: string | null;
  action: AuditRecord['action'];
  subject: string | null;
  detail: string | null;
}

/** The audit log over the table `audit_log`. */
export function createAuditRepository(db: Knex, write: Write): AuditRepository {
  return {
    insert: (storeId, entry) => write((trx) => insertAuditEntry(trx, { ...entry, storeId })),
    async list(storeId, { after, limit }) {
      const query = table(db).where({ store_id: storeId }).orderBy('sequence', 'desc').limit(limit);
      if (after === undefined) return (await query).map(toEntry);
      const last = await table(db).where({ store_id: storeId, id: after }).first('sequence');
      return last && (await query.where('sequence', '<', last.sequence)).map(toEntry);
    },
  };
}

/** Inserts an entry in a transaction that has begun. */
export async function insertAuditEntry(
  trx: Knex.Transaction,
  { storeId, ...entry }: AuditRecord,
): Promise<void> {
  await table(trx).insert({ ...entry, store_id: storeId });
}

const table = (on: Knex) => on<AuditRow>('audit_log');

function toEntry(row: AuditRow): AuditRecord {
  const { id, at, actor, address, action, subject, detail } = row;
  return { id, storeId: row.store_id, at, actor, address, action, subject, detail };
}
