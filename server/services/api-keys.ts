import { z } from 'zod';
import { type ApiKey, hintOf, newKey, parseKey } from '../auth/api-key.ts';
import type { KeyCache } from '../auth/key-cache.ts';
import type { Keyring } from '../auth/keyring.ts';
import type { Config } from '../config/config.ts';
import { replaceKeyInConnectionFile } from '../config/connection-file.ts';
import type { ApiKeyRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { type Actor, type AuditAction, audited } from './audit.ts';
import { parseInput, text } from './parse-input.ts';
import { findStore } from './stores.ts';

export interface KeyDeps {
  readonly repositories: Pick<Repositories, 'stores' | 'keys' | 'transaction'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** Of the process that serves requests; commands have none. */
  readonly keyCache?: Pick<KeyCache, 'evict'>;
  /** Whose connection.json may hold a key. */
  readonly config?: Pick<Config, 'dataDir'>;
}

/** A key in plain text with its record. Show it to the operator; never log it. */
export interface RevealedKey {
  readonly key: ApiKey;
  readonly record: ApiKeyRecord;
}

/** Adds a key with a note for operators to a store (source 5.9). Throws ServiceError `not_found`, `invalid_request`. */
export async function createKey(
  deps: KeyDeps,
  storeId: string,
  actor: Actor,
  note?: string,
): Promise<RevealedKey> {
  const store = await findStore(deps, storeId);
  const issued = issueKey(deps, store.id, parseNote(note ?? ''));
  return audited(
    deps,
    async ({ repositories }) => {
      await repositories.keys.insert(store.id, issued.record);
      return issued;
    },
    ({ record }) => keyEntry('api_key.created', record, actor),
  );
}

function keyEntry(action: AuditAction, { id, storeId }: ApiKeyRecord, actor: Actor, detail?: string) {
  return { storeIds: [storeId], actor, action, subject: id, ...(detail !== undefined && { detail }) };
}

/** The keys of a store, oldest first, with the revoked ones. Throws ServiceError `not_found`. */
export async function listKeys(deps: KeyDeps, storeId: string): Promise<ApiKeyRecord[]> {
  const store = await findStore(deps, storeId);
  return deps.repositories.keys.list(store.id);
}

/**
 * An existing key in plain text (source 5.4); nobody gets it before the entry in the audit log is committed.
 * Throws ServiceError `not_found`, and SealError when it was sealed with another master key.
 */
export function revealKey(deps: KeyDeps, keyId: string, actor: Actor): Promise<RevealedKey> {
  return audited(
    deps,
    (joined) => openKey(joined, keyId),
    ({ record }) => keyEntry('api_key.revealed', record, actor),
  );
}

/** The same without an entry: for the demo's data, which are filled at every start. */
export async function openKey(
  deps: Pick<KeyDeps, 'keyring'> & FindDeps,
  keyId: string,
): Promise<RevealedKey> {
  const record = await findKey(deps, keyId);
  return { key: deps.keyring.open(record.id, record.sealed), record };
}

/**
 * Replaces a compromised key (source 5.8): creates a new one with the same note and revokes the old one in the same
 * transaction; with `overlapMs` the old one works for that many milliseconds longer. Then puts the new key into the demo's
 * connection.json, where that holds the old one.
 * Throws ServiceError `not_found`, or `conflict` when the old key is already revoked or replaced.
 */
export async function regenerateKey(
  deps: KeyDeps,
  keyId: string,
  actor: Actor,
  overlapMs = 0,
): Promise<RevealedKey> {
  const old = await findKey(deps, keyId);
  const issued = issueKey(deps, old.storeId, old.note);
  const endsAt = new Date(Date.parse(issued.record.createdAt) + overlapMs).toISOString();
  const end = overlapMs > 0 ? { expiresAt: endsAt } : { revokedAt: endsAt };
  const detail = `replaced by ${issued.record.id}; the old key ${overlapMs > 0 ? 'works until' : 'ended at'} ${endsAt}`;
  await audited(
    deps,
    async (joined) => {
      const { keys } = joined.repositories;
      const isReplaced = await keys.replace(old.storeId, old.id, issued.record, end);
      if (!isReplaced) throw alreadyEnded(await findKey(joined, keyId));
    },
    () => keyEntry('api_key.regenerated', old, actor, detail),
  );
  deps.keyCache?.evict(old.id);
  if (deps.config !== undefined) {
    const isOld = (value: string) => isKeyOf(deps.keyring, old, value);
    replaceKeyInConnectionFile(deps.config.dataDir, isOld, issued.key);
  }
  return issued;
}

function isKeyOf(keyring: Keyring, { hash }: ApiKeyRecord, value: string): boolean {
  const key = parseKey(value);
  return key !== undefined && keyring.hashesOf(key).includes(hash);
}

function alreadyEnded({ id, expiresAt, revokedAt }: ApiKeyRecord): ServiceError {
  if (revokedAt !== null) return new ServiceError('conflict', `the key ${id} is already revoked`);
  const message = `the key ${id} is already replaced and expires at ${expiresAt}: revoke it to end it now`;
  return new ServiceError('conflict', message);
}

/** Changes the note of a key; an empty one removes it. Throws ServiceError `not_found` or `invalid_request`. */
export function setKeyNote(
  deps: Pick<KeyDeps, 'repositories' | 'clock'>,
  keyId: string,
  note: string,
  actor: Actor,
): Promise<ApiKeyRecord> {
  return audited(
    deps,
    async (joined) => {
      const { storeId } = await findKey(joined, keyId);
      await joined.repositories.keys.setNote(storeId, keyId, parseNote(note));
      return findKey(joined, keyId);
    },
    (record) => keyEntry('api_key.note_changed', record, actor, record.note ?? undefined),
  );
}

const noteInput = z.object({ note: text(200) });

function parseNote(note: string): string | null {
  return note === '' ? null : parseInput(noteInput, { note }).note;
}

/** Revokes a key for good; a revoked key stays as it is. Throws ServiceError `not_found`. */
export async function revokeKey(
  deps: Omit<KeyDeps, 'keyring'>,
  keyId: string,
  actor: Actor,
): Promise<ApiKeyRecord> {
  const { record } = await audited(
    deps,
    async (joined) => {
      const { storeId } = await findKey(joined, keyId);
      const isNew = await joined.repositories.keys.revoke(storeId, keyId, timestamp(joined.clock));
      return { isNew, record: await findKey(joined, keyId) };
    },
    (revoked) => ({
      ...keyEntry('api_key.revoked', revoked.record, actor),
      ...(!revoked.isNew && { storeIds: [] }),
    }),
  );
  deps.keyCache?.evict(keyId);
  return record;
}

interface FindDeps {
  readonly repositories: Pick<Repositories, 'keys'>;
}

/** A key of this store. Throws ServiceError `not_found`, also for another store's. */
export async function findKeyOfStore(deps: FindDeps, storeId: string, keyId: string): Promise<ApiKeyRecord> {
  const record = await findKey(deps, keyId);
  if (record.storeId === storeId) return record;
  throw keyNotFound();
}

async function findKey(deps: FindDeps, keyId: string): Promise<ApiKeyRecord> {
  const record = await deps.repositories.keys.find(keyId);
  if (record === undefined) throw keyNotFound();
  return record;
}

/** Does not quote the id: an operator may have pasted the key itself. */
function keyNotFound(): ServiceError {
  return new ServiceError('not_found', 'there is no key with that id');
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
