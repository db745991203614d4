import { z } from 'zod';
import { type ApiKey, hintOf, newKey, parseKey } from '../auth/api-key.ts';
import type { Keyring } from '../auth/keyring.ts';
import type { Config } from '../config/config.ts';
import { replaceKeyInConnectionFile } from '../config/connection-file.ts';
import { findKey, insertKey, lockKey } from '../db/api-keys.ts';
import type { Context } from '../db/database.ts';
import type { ApiKeyRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { later } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { audit } from './audit.ts';
import { parseInput, text } from './parse-input.ts';

/** A key in plain text with its record. Show it to the operator; never log it. */
export interface RevealedKey {
  readonly key: ApiKey;
  readonly record: ApiKeyRecord;
}

/** Adds a key with a note for operators to the store (source 5.9). Throws ServiceError `invalid_request`. */
export async function createKey(context: Context, keyring: Keyring, note = ''): Promise<RevealedKey> {
  const issued = issueKey(context, keyring, parseNote(note));
  await insertKey(context, issued.record);
  await audit(context, { action: 'api_key.created', subject: issued.record.id });
  return issued;
}

/**
 * An existing key in plain text (source 5.4); nobody gets it before the entry in the audit log is committed.
 * Throws ServiceError `not_found`, and SealError when it was sealed with another master key.
 */
export async function revealKey(context: Context, keyring: Keyring, keyId: string): Promise<RevealedKey> {
  const record = await findKey(context, keyId);
  await audit(context, { action: 'api_key.revealed', subject: keyId });
  return { key: keyring.open(record.id, record.sealed), record };
}

export interface RegeneratedKey extends RevealedKey {
  readonly old: ApiKeyRecord;
}

/**
 * Replaces a compromised key (source 5.8) by a new one with the same note, and revokes the old one; with `overlapMs` the
 * old one works for that many milliseconds longer. Throws ServiceError `not_found`, or `conflict` when the old key is
 * already revoked or replaced.
 */
export async function regenerateKey(
  context: Context,
  keyring: Keyring,
  { keyId, overlapMs = 0 }: { readonly keyId: string; readonly overlapMs?: number | undefined },
): Promise<RegeneratedKey> {
  const { tables, now } = context;
  const old = await lockKey(context, keyId);
  if (old.revoked_at !== null || old.expires_at !== null) throw alreadyEnded(old);
  const endsAt = later(now, overlapMs);
  const end = overlapMs > 0 ? { expires_at: endsAt } : { revoked_at: endsAt };
  await tables('api_keys').where({ id: keyId }).update(end);
  const issued = issueKey(context, keyring, old.note);
  await insertKey(context, issued.record);
  const detail = `replaced by ${issued.record.id}; the old key ${overlapMs > 0 ? 'works until' : 'ended at'} ${endsAt}`;
  await audit(context, { action: 'api_key.regenerated', subject: keyId, detail });
  return { ...issued, old };
}

function alreadyEnded({ id, expires_at: expiresAt, revoked_at: revokedAt }: ApiKeyRecord): ServiceError {
  if (revokedAt !== null) return new ServiceError('conflict', `the key ${id} is already revoked`);
  const message = `the key ${id} is already replaced and expires at ${expiresAt}: revoke it to end it now`;
  return new ServiceError('conflict', message);
}

/** To be called with a regenerated key: puts it into the demo's connection.json, where that holds the old one. */
export function updateConnectionFile(
  { config, keyring }: { readonly config: Pick<Config, 'dataDir'>; readonly keyring: Keyring },
  { key, old }: RegeneratedKey,
): void {
  const isOld = (value: string): boolean => {
    const parsed = parseKey(value);
    return parsed !== undefined && keyring.hashesOf(parsed).includes(old.hash);
  };
  replaceKeyInConnectionFile(config.dataDir, isOld, key);
}

/** Changes the note of a key; an empty one removes it. Throws ServiceError `not_found` or `invalid_request`. */
export async function setKeyNote(context: Context, keyId: string, input: string): Promise<ApiKeyRecord> {
  const note = parseNote(input);
  const key = await lockKey(context, keyId);
  await context.tables('api_keys').where({ id: keyId }).update({ note });
  await audit(context, {
    action: 'api_key.note_changed',
    subject: keyId,
    ...(note !== null && { detail: note }),
  });
  return { ...key, note };
}

const noteInput = z.object({ note: text(200) });

function parseNote(note: string): string | null {
  return note === '' ? null : parseInput(noteInput, { note }).note;
}

/** Revokes a key for good; a revoked key stays as it is. Throws ServiceError `not_found`. */
export async function revokeKey(context: Context, keyId: string): Promise<ApiKeyRecord> {
  const key = await lockKey(context, keyId);
  if (key.revoked_at !== null) return key;
  const end = { revoked_at: context.now };
  await context.tables('api_keys').where({ id: keyId }).update(end);
  await audit(context, { action: 'api_key.revoked', subject: keyId });
  return { ...key, ...end };
}

/** A new key with its record: hashed for look-ups, sealed to be revealed (source 5.3, 5.4). */
function issueKey({ storeId, now }: Context, keyring: Keyring, note: string | null): RevealedKey {
  const key = newKey();
  const id = newId('key');
  const record = {
    id,
    store_id: storeId,
    hash: keyring.hashKey(key),
    sealed: keyring.seal(id, key),
    hint: hintOf(key),
    note,
    created_at: now,
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
  };
  return { key, record };
}
