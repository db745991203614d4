import type { Knex } from 'knex';
import { oftenReadRows } from './raw-rows.ts';
import type { ApiKeyRecord } from './records.ts';
import type { ApiKeyRepository } from './repositories.ts';
import { toStore, type StoreRow } from './store-repository.ts';

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
export function createApiKeyRepository(db: Knex): ApiKeyRepository {
  const table = () => db<ApiKeyRow>('api_keys');
  return {
    async insert(storeId, key) {
      await table().insert({ ...toRow(key), store_id: storeId });
    },
    findActiveByHash: (hash) => findActiveByHash(db, hash),
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
    revoke: (storeId, keyId, at) => revoke(db, storeId, keyId, at),
    replace: (storeId, keyId, successor, at) =>
      db.transaction(async (trx) => {
        if (!(await revoke(trx, storeId, keyId, at))) return false;
        await trx<ApiKeyRow>('api_keys').insert({ ...toRow(successor), store_id: storeId });
        return true;
      }),
  };
}

async function revoke(db: Knex, storeId: string, keyId: string, at: string): Promise<boolean> {
  const active = db<ApiKeyRow>('api_keys').where({ store_id: storeId, id: keyId }).whereNull('revoked_at');
  return (await active.update({ revoked_at: at })) > 0;
}

const findActiveSql = 'select * from api_keys where hash = ? and revoked_at is null';
const findStoreSql = 'select * from stores where id = ?';

// Not joined: for SQLite one row after the other is a tenth of the work, above all for a key that nobody has.
async function findActiveByHash(db: Knex, hash: string) {
  const [key] = await oftenReadRows<ApiKeyRow>(db, findActiveSql, [hash]);
  if (key === undefined) return undefined;
  const [store] = await oftenReadRows<StoreRow>(db, findStoreSql, [key.store_id]);
  return store && { key: toKey(key), store: toStore(store) };
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
