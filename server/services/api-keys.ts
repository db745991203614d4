import { z } from 'zod';
import { type ApiKey, hintOf, newKey } from '../auth/api-key.ts';
import type { Keyring } from '../auth/keyring.ts';
import type { ApiKeyRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { parseInput, text } from './parse-input.ts';
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

/** Adds a key with a note for operators to a store (source 5.9). Throws ServiceError `not_found`, `invalid_request`. */
export async function createKey(deps: KeyDeps, storeId: string, note?: string): Promise<RevealedKey> {
  const store = await findStore(deps, storeId);
  const issued = issueKey(deps, store.id, parseNote(note ?? ''));
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
 * Replaces a compromised key (source 5.8): creates a new one with the same note and revokes the old one in the same
 * transaction. With `overlapMs` the old key works for that many milliseconds longer.
 * Throws ServiceError `not_found`, or `conflict` when the old key is already revoked or replaced.
 */
export async function regenerateKey(deps: KeyDeps, keyId: string, overlapMs = 0): Promise<RevealedKey> {
  const old = await findKey(deps, keyId);
  const issued = issueKey(deps, old.storeId, old.note);
  const endsAt = new Date(deps.clock.now() + overlapMs).toISOString();
  const end = overlapMs > 0 ? { expiresAt: endsAt } : { revokedAt: endsAt };
  if (await deps.repositories.keys.replace(old.storeId, old.id, issued.record, end)) return issued;
  throw alreadyEnded(await findKey(deps, keyId));
}

function alreadyEnded({ id, expiresAt, revokedAt }: ApiKeyRecord): ServiceError {
  if (revokedAt !== null) return new ServiceError('conflict', `the key ${id} is already revoked`);
  const message = `the key ${id} is already replaced and expires at ${expiresAt}: revoke it to end it now`;
  return new ServiceError('conflict', message);
}

/** Changes the note of a key; an empty one removes it. Throws ServiceError `not_found` or `invalid_request`. */
export async function setKeyNote(
  deps: Pick<KeyDeps, 'repositories'>,
  keyId: string,
  note: string,
): Promise<ApiKeyRecord> {
  const { storeId } = await findKey(deps, keyId);
  await deps.repositories.keys.setNote(storeId, keyId, parseNote(note));
  return findKey(deps, keyId);
}

const noteInput = z.object({ note: text(200) });

function parseNote(note: string): string | null {
  return note === '' ? null : parseInput(noteInput, { note }).note;
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
function issueKey(deps: KeyDeps, storeId: string, note: string | null): RevealedKey {
  const key = newKey();
  const id = newId('key');
  const record = {
    id,
    storeId,
    hash: deps.keyring.hashKey(key),
    sealed: deps.keyring.seal(id, key),
    hint: hintOf(key),
    note,
    createdAt: timestamp(deps.clock),
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
  };
  return { key, record };
}
