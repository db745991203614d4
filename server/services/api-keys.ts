import { type ApiKey, hintOf, newKey } from '../auth/api-key.ts';
import type { Keyring } from '../auth/keyring.ts';
import type { ApiKeyRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { findStore } from './stores.ts';

/** What the services around API keys need. */
export interface KeyDeps {
  readonly repositories: Pick<Repositories, 'stores' | 'keys'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
}

/** A key in the clear beside its record: for the operator's eyes, never for a log. */
export interface RevealedKey {
  readonly key: ApiKey;
  readonly record: ApiKeyRecord;
}

/** Gives a store one more key, to all that it has (source 5.9). Throws ServiceError `not_found`. */
export async function createKey(deps: KeyDeps, storeId: string): Promise<RevealedKey> {
  const store = await findStore(deps, storeId);
  const issued = issueKey(deps, store.id);
  await deps.repositories.keys.insert(store.id, issued.record);
  return issued;
}

/** The keys of a store, oldest first, revoked ones too. Throws ServiceError `not_found`. */
export async function listKeys(
  deps: Pick<KeyDeps, 'repositories'>,
  storeId: string,
): Promise<ApiKeyRecord[]> {
  const store = await findStore(deps, storeId);
  return deps.repositories.keys.list(store.id);
}

/** The record of a key by its id. Throws ServiceError `not_found`. */
export async function findKey(deps: Pick<KeyDeps, 'repositories'>, keyId: string): Promise<ApiKeyRecord> {
  const record = await deps.repositories.keys.find(keyId);
  // A key itself may have been given in place of its id: it must not be repeated.
  if (record === undefined) throw new ServiceError('not_found', 'there is no key with that id');
  return record;
}

/**
 * A key that was made before, in the clear (source 5.4). Throws ServiceError `not_found`, and SealError when it
 * was sealed with another master key.
 */
export async function revealKey(
  deps: Pick<KeyDeps, 'repositories' | 'keyring'>,
  keyId: string,
): Promise<RevealedKey> {
  const record = await findKey(deps, keyId);
  return { key: deps.keyring.open(record.id, record.sealed), record };
}

/**
 * The support's answer to a compromised key (source 5.8): the store gets a new one, and the old one stops working
 * with it. Throws ServiceError `not_found`, or `conflict` when the key was revoked before.
 */
export async function regenerateKey(deps: KeyDeps, keyId: string): Promise<RevealedKey> {
  const old = await findKey(deps, keyId);
  const issued = issueKey(deps, old.storeId);
  const replaced = await deps.repositories.keys.replace(
    old.storeId,
    old.id,
    issued.record,
    timestamp(deps.clock),
  );
  if (!replaced) throw new ServiceError('conflict', `the key ${old.id} is revoked already`);
  return issued;
}

/** Ends a key for good; revoking it again changes nothing. Throws ServiceError `not_found`. */
export async function revokeKey(
  deps: Pick<KeyDeps, 'repositories' | 'clock'>,
  keyId: string,
): Promise<ApiKeyRecord> {
  const { storeId } = await findKey(deps, keyId);
  await deps.repositories.keys.revoke(storeId, keyId, timestamp(deps.clock));
  return findKey(deps, keyId);
}

/** A new key and the record to keep of it: hashed to be found, sealed to be revealed (source 5.3, 5.4). */
export function issueKey(deps: Pick<KeyDeps, 'keyring' | 'clock'>, storeId: string): RevealedKey {
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
