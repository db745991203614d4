import { ServiceError } from '../errors.ts';
import type { Context, Database, StoreReader } from './database.ts';
import { requireCurrentMasterKey } from './master-key.ts';
import type { ApiKeyRecord, StoreRecord } from './records.ts';

/** The keys of a store, oldest first, with the revoked ones. */
export function allKeys(reader: StoreReader): Promise<ApiKeyRecord[]> {
  return reader.read(async (tables) => tables('api_keys').orderBy('sequence'));
}

/** A key of the store. Throws ServiceError `not_found`. */
export async function findKey(reader: StoreReader, keyId: string): Promise<ApiKeyRecord> {
  return requireKey(await reader.read(async (tables) => tables('api_keys').where({ id: keyId }).first()));
}

/** A key of any store, for operators. Throws ServiceError `not_found`. */
export async function findKeyOfAnyStore(database: Database, keyId: string): Promise<ApiKeyRecord> {
  return requireKey(await database.readAll(async (all) => all('api_keys').where({ id: keyId }).first()));
}

function requireKey(key: ApiKeyRecord | undefined): ApiKeyRecord {
  // Does not quote the id: an operator may have pasted the key itself.
  if (key === undefined) throw new ServiceError('not_found', 'there is no key with that id');
  return key;
}

/**
 * The key with one of these hashes that is not revoked, with its store, which is not known yet; the caller checks
 * `expires_at`.
 */
export function readKeyByHash(
  database: Database,
  hashes: readonly string[],
): Promise<{ key: ApiKeyRecord; store: StoreRecord } | undefined> {
  return database.readAll(async (all) => {
    const key = await all('api_keys').whereIn('hash', hashes).whereNull('revoked_at').first();
    const store = key && (await all('stores').where({ id: key.store_id }).first());
    return key && store && { key, store };
  });
}

/** The key, which no other transaction changes until this one commits. Throws ServiceError `not_found`. */
export async function lockKey({ tables }: Context, keyId: string): Promise<ApiKeyRecord> {
  return requireKey(await tables('api_keys').where({ id: keyId }).forUpdate().first());
}

/** Throws ServiceError `conflict` when it was sealed with a master key that was rotated away since. */
export async function insertKey({ tables, allStores }: Context, key: ApiKeyRecord): Promise<void> {
  await requireCurrentMasterKey(allStores, key.sealed);
  await tables('api_keys').insert(key);
}

/** Sets the minute of the last use, unless a later one is set. No cache is invalidated: none holds it. */
export async function markKeyUsed({ allStores }: Context, keyId: string, minute: string): Promise<void> {
  await allStores('api_keys')
    .where({ id: keyId })
    .where((earlier) => earlier.whereNull('last_used_at').orWhere('last_used_at', '<', minute))
    .update({ last_used_at: minute });
}
