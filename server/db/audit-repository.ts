import type { Knex } from 'knex';
import type { AuditRecord } from './records.ts';
import type { AuditRepository } from './people-repositories.ts';
import type { Write } from './write.ts';

/** The audit log over the table `audit_log`. */
export function createAuditRepository(db: Knex, write: Write): AuditRepository {
  return {
    insert: (storeId, entry) => write((trx) => insertAuditEntry(trx, { ...entry, store_id: storeId })),
    async list(storeId, { after, limit }) {
      const query = table(db).where({ store_id: storeId }).orderBy('sequence', 'desc').limit(limit);
      if (after === undefined) return (await query).map(toEntry);
      const last = await table(db).where({ store_id: storeId, id: after }).first('sequence');
      return last && (await query.where('sequence', '<', last.sequence)).map(toEntry);
    },
  };
}

/** Inserts an entry in a transaction that has begun. */
export async function insertAuditEntry(trx: Knex.Transaction, entry: AuditRecord): Promise<void> {
  await table(trx).insert(entry);
}

const table = (on: Knex) => on('audit_log');

function toEntry(row: AuditRecord): AuditRecord {
  const { id, store_id, at, actor, address, action, subject, detail } = row;
  return { id, store_id, at, actor, address, action, subject, detail };
}
