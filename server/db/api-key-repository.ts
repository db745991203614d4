import type { Knex } from 'knex';
import { requireCurrentMasterKey } from './master-key-repository.ts';
import type { ApiKeyRecord } from './records.ts';
import type { ApiKeyRepository, KeyEnd } from './repositories.ts';
import { toStore, type StoreRow } from './store-repository.ts';
import type { Write } from './write.ts';

interface ApiKeyRow {
  id: string;
  store_id: string;
  hash: string;
  sealed: string;
  hint: string;
  note: string | null;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

/** API keys over the table `api_keys`. */
export function createApiKeyRepository(db: Knex, write: Write): ApiKeyRepository {
  const table = () => db<ApiKeyRow>('api_keys');
  return {
    insert: (storeId, key) => write((trx) => insert(trx, storeId, key)),
    async findByHash(hashes) {
      const key = await table().whereIn('hash', hashes).whereNull('revoked_at').first();
      const store = key && (await db<StoreRow>('stores').where({ id: key.store_id }).first());
      return key && store && { key: toKey(key), store: toStore(store) };
    },
    async find(keyId) {
      const row = await table().where({ id: keyId }).first();
      return row && toKey(row);
    },
    async findNewest() {
      const row = await table().orderBy('sequence', 'desc').first();
      return row && toKey(row);
    },
    async list(storeId) {
      return (await table().where({ store_id: storeId }).orderBy('sequence')).map(toKey);
    },
    revoke: (storeId, keyId, at) => write((trx) => revoke(trx, storeId, keyId, at)),
    replace: (storeId, keyId, successor, end) =>
      write(async (trx) => {
        const unreplaced = active(trx, storeId, keyId).whereNull('expires_at');
        if ((await unreplaced.update(toEnd(end))) === 0) return false;
        await insert(trx, storeId, successor);
        return true;
      }),
    async setNote(storeId, keyId, note) {
      const own = { store_id: storeId, id: keyId };
      return (await write((trx) => trx<ApiKeyRow>('api_keys').where(own).update({ note }))) > 0;
    },
    async markUsed(storeId, keyId, minute) {
      await write((trx) =>
        trx<ApiKeyRow>('api_keys')
          .where({ store_id: storeId, id: keyId })
          .where((earlier) => earlier.whereNull('last_used_at').orWhere('last_used_at', '<', minute))
          .update({ last_used_at: minute }),
      );
    },
    async listSealedByOthers(masterKeyId, afterId, limit) {
      const later = table().where('id', '>', afterId).orderBy('id').limit(limit);
      return (await later.whereNot('sealed', 'like', `${masterKeyId}.%`)).map(toKey);
    },
    reseal: (changes) =>
      write(async (trx) => {
        for (const { id, hash, sealed, previouslySealed } of changes) {
          const unchanged = trx<ApiKeyRow>('api_keys').where({ id, sealed: previouslySealed });
          await unchanged.update({ hash, sealed });
        }
      }),
  };
}

async function insert(trx: Knex.Transaction, storeId: string, key: ApiKeyRecord): Promise<void> {
  await requireCurrentMasterKey(trx, key.sealed);
  await trx<ApiKeyRow>('api_keys').insert({ ...toRow(key), store_id: storeId });
}

function active(trx: Knex.Transaction, storeId: string, keyId: string) {
  return trx<ApiKeyRow>('api_keys').where({ store_id: storeId, id: keyId }).whereNull('revoked_at');
}

async function revoke(trx: Knex.Transaction, storeId: string, keyId: string, at: string): Promise<boolean> {
  return (await active(trx, storeId, keyId).update({ revoked_at: at })) > 0;
}

function toEnd(end: KeyEnd): Partial<ApiKeyRow> {
  return 'revokedAt' in end ? { revoked_at: end.revokedAt } : { expires_at: end.expiresAt };
}

function toKey(row: ApiKeyRow): ApiKeyRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    hash: row.hash,
    sealed: row.sealed,
    hint: row.hint,
    note: row.note,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  };
}

function toRow(key: ApiKeyRecord): ApiKeyRow {
  return {
    id: key.id,
    store_id: key.storeId,
    hash: key.hash,
    sealed: key.sealed,
    hint: key.hint,
    note: key.note,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
  };
}
