import type { Knex } from 'knex';
import type { ApiKeyRecord } from './records.ts';
import type { ApiKeyRepository } from './repositories.ts';
import { toStore, type StoreRow } from './store-repository.ts';
import type { Write } from './write.ts';

interface ApiKeyRow {
  id: string;
  store_id: string;
  hash: string;
  sealed: string;
  hint: string;
  created_at: string;
  revoked_at: string | null;
}

/** API keys over the table `api_keys`. */
export function createApiKeyRepository(db: Knex, write: Write): ApiKeyRepository {
  const table = () => db<ApiKeyRow>('api_keys');
  return {
    insert: (storeId, key) => write((trx) => insert(trx, storeId, key)),
    async findActiveByHash(hash) {
      const key = await table().where({ hash }).whereNull('revoked_at').first();
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
    replace: (storeId, keyId, successor, at) =>
      write(async (trx) => {
        if (!(await revoke(trx, storeId, keyId, at))) return false;
        await insert(trx, storeId, successor);
        return true;
      }),
  };
}

async function insert(trx: Knex.Transaction, storeId: string, key: ApiKeyRecord): Promise<void> {
  await trx<ApiKeyRow>('api_keys').insert({ ...toRow(key), store_id: storeId });
}

async function revoke(trx: Knex.Transaction, storeId: string, keyId: string, at: string): Promise<boolean> {
  const active = trx<ApiKeyRow>('api_keys').where({ store_id: storeId, id: keyId }).whereNull('revoked_at');
  return (await active.update({ revoked_at: at })) > 0;
}

function toKey(row: ApiKeyRow): ApiKeyRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    hash: row.hash,
    sealed: row.sealed,
    hint: row.hint,
    createdAt: row.created_at,
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
    created_at: key.createdAt,
    revoked_at: key.revokedAt,
  };
}
