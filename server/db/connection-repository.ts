import type { Knex } from 'knex';
import { requireCurrentMasterKey } from './master-key-repository.ts';
import type { ConnectionRecord } from './records.ts';
import type { ConnectionRepository } from './repositories.ts';
import type { Write } from './write.ts';

interface ConnectionRow {
  id: string;
  store_id: string | null;
  scope: string;
  type: string;
  url: string;
  sealed_headers: string;
  /** SQLite returns 0 and 1. */
  allow_private: boolean | number;
  created_at: string;
}

const everyStore = '*';
const scopeOf = (storeId: string | null): string => storeId ?? everyStore;

/** Connections over the table `connections`. */
export function createConnectionRepository(db: Knex, write: Write): ConnectionRepository {
  const table = () => db<ConnectionRow>('connections');
  return {
    async insert(storeId, connection) {
      const row = toRow(storeId, connection);
      return write(async (trx) => {
        await requireCurrentMasterKey(trx, row.sealed_headers);
        const insert = trx<ConnectionRow>('connections').insert(row);
        return (await insert.onConflict(['scope', 'type']).ignore().returning('id')).length > 0;
      });
    },
    async find(storeId, type) {
      const rows = await table()
        .where({ type })
        .whereIn('scope', [scopeOf(storeId), everyStore]);
      const row = rows.find((each) => each.scope !== everyStore) ?? rows[0];
      return row && toConnection(row);
    },
    async list() {
      return (await table().orderBy('sequence')).map(toConnection);
    },
    async listForStore(storeId) {
      const rows = await table().whereIn('scope', [storeId, everyStore]).orderBy('sequence');
      const own = new Set(rows.filter(({ scope }) => scope === storeId).map(({ type }) => type));
      return rows.filter(({ scope, type }) => scope === storeId || !own.has(type)).map(toConnection);
    },
    async remove(storeId, type) {
      const own = { scope: scopeOf(storeId), type };
      return (await write((trx) => trx<ConnectionRow>('connections').where(own).delete())) > 0;
    },
    async listSealedByOthers(masterKeyId, afterId, limit) {
      const later = table().where('id', '>', afterId).orderBy('id').limit(limit);
      return (await later.whereNot('sealed_headers', 'like', `${masterKeyId}.%`)).map(toConnection);
    },
    reseal: (changes) =>
      write(async (trx) => {
        for (const { id, sealed, previouslySealed } of changes) {
          const unchanged = trx<ConnectionRow>('connections').where({ id, sealed_headers: previouslySealed });
          await unchanged.update({ sealed_headers: sealed });
        }
      }),
  };
}

function toConnection(row: ConnectionRow): ConnectionRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    type: row.type,
    url: row.url,
    sealedHeaders: row.sealed_headers,
    allowPrivate: Boolean(row.allow_private),
    createdAt: row.created_at,
  };
}

function toRow(storeId: string | null, connection: ConnectionRecord): ConnectionRow {
  return {
    id: connection.id,
    store_id: storeId,
    scope: scopeOf(storeId),
    type: connection.type,
    url: connection.url,
    sealed_headers: connection.sealedHeaders,
    allow_private: connection.allowPrivate,
    created_at: connection.createdAt,
  };
}
