import { type ApiKey, hintOf, newKey } from '../auth/api-key.ts';
import type { Keyring } from '../auth/keyring.ts';
import type { ApiKeyRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { findStore } from './stores.ts';

export interface KeyDeps {
  readonly repositories: Pick<Repositories, 'stores' | 'keys'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

/** A key in plain text with its record. Show it to the operator; never log it. */
export interface RevealedKey {
  readonly key: ApiKey;
  readonly record: ApiKeyRecord;
}

/** Adds a key to a store (source 5.9). Throws ServiceError `not_found`. */
export async function createKey(deps: KeyDeps, storeId: string): Promise<RevealedKey> {
  const store = await findStore(deps, storeId);
  const issued = issueKey(deps, store.id);
  await deps.repositories.keys.insert(store.id, issued.record);
  return issued;
}

/** The keys of a store, oldest first, with the revoked ones. Throws ServiceError `not_found`. */
export async function listKeys(deps: KeyDeps, storeId: string): Promise<ApiKeyRecord[]> {
  const store = await findStore(deps, storeId);
  return deps.repositories.keys.list(store.id);
}

/**
 * An existing key in plain text (source 5.4). Throws ServiceError `not_found`, and SealError when it was sealed with
 * another master key.
 */
export async function revealKey(deps: KeyDeps, keyId: string): Promise<RevealedKey> {
  const record = await findKey(deps, keyId);
  return { key: deps.keyring.open(record.id, record.sealed), record };
}

/**
 * Replaces a compromised key (source 5.8): creates a new one and revokes the old one in the same transaction.
 * Throws ServiceError `not_found`, or `conflict` when the old key is already revoked.
 */
export async function regenerateKey(deps: KeyDeps, keyId: string): Promise<RevealedKey> {
  const old = await findKey(deps, keyId);
  const issued = issueKey(deps, old.storeId);
  const now = timestamp(deps.clock);
  if (await deps.repositories.keys.replace(old.storeId, old.id, issued.record, now)) return issued;
  throw new ServiceError('conflict', `the key ${old.id} is already revoked`);
}

/** Revokes a key for good; a revoked key stays as it is. Throws ServiceError `not_found`. */
export async function revokeKey(
  deps: Pick<KeyDeps, 'repositories' | 'clock'>,
  keyId: string,
): Promise<ApiKeyRecord> {
  const { storeId } = await findKey(deps, keyId);
  await deps.repositories.keys.revoke(storeId, keyId, timestamp(deps.clock));
  return findKey(deps, keyId);
}

async function findKey(deps: Pick<KeyDeps, 'repositories'>, keyId: string): Promise<ApiKeyRecord> {
  const record = await deps.repositories.keys.find(keyId);
  // Do not quote keyId: an operator may have pasted the key itself.
  if (record === undefined) throw new ServiceError('not_found', 'there is no key with that id');
  return record;
}

/** A new key with its record: hashed for look-ups, sealed to be revealed (source 5.3, 5.4). */
function issueKey(deps: KeyDeps, storeId: string): RevealedKey {
  const key = newKey();
  const id = newId('key');
  const record = {
    id,
    storeId,
    hash: deps.keyring.hashKey(key),
    sealed: deps.keyring.seal(id, key),
    hint: hintOf(key),
    createdAt: timestamp(deps.clock),
    revokedAt: null,
  };
  return { key, record };
}
