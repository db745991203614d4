import { hash } from 'node:crypto';
import type { Logger } from 'pino';
import type { StoreRecord } from '../db/records.ts';
import { readKeyByHash, markKeyUsed } from '../db/api-keys.ts';
import { type Context, type Database, systemActor } from '../db/database.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../support/clock.ts';
import { setNewest } from '../support/newest-entries.ts';
import { type ApiKey, parseKey } from './api-key.ts';
import type { Keyring } from './keyring.ts';

export interface ActiveKey {
  readonly store: StoreRecord;
  /** The last characters of the key, for people. */
  readonly hint: string;
}

export type KeyCache = ReturnType<typeof createKeyCache>;

export interface KeyCacheDeps {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How long a look-up stays valid: what another process changes is in force within a second (decision 0055). */
export const keyLifetimeMs = 900;
const maxEntries = 10_000;

interface Entry extends ActiveKey {
  readonly keyId: string;
  /** Until when the look-up is valid, on the monotonic clock. */
  readonly freshUntil: number;
  /** When the key expires, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** The minute of the last use; the same object for every look-up of the key. */
  readonly lastUse: { minute: string };
}

/**
 * Finds API keys and caches them for `keyLifetimeMs` by a digest of the key; an expired key is rejected at once, and one
 * that this process ends is evicted. Text without a valid checksum causes no query. Unknown keys are not cached, so that a new
 * key works at once.
 * Records the minute of the last use without making the request wait for it.
 */
export function createKeyCache(deps: KeyCacheDeps) {
  const entries = new Map<string, Entry>();
  let evictions = 0;
  const get = async (text: string): Promise<Entry | undefined> => {
    const digest = hash('sha256', text);
    const cached = entries.get(digest);
    if (cached !== undefined && cached.freshUntil > deps.clock.monotonic()) return cached;
    const key = parseKey(text);
    if (key === undefined) return undefined;
    const evictionsBefore = evictions;
    const loaded = await load(deps, key);
    // What was read before an eviction may be the key that ended.
    if (evictions !== evictionsBefore) return loaded && get(text);
    const lastUse = entries.get(digest)?.lastUse;
    const entry = loaded && lastUse ? { ...loaded, lastUse } : loaded;
    if (entry === undefined) entries.delete(digest);
    else setNewest(entries, digest, entry, maxEntries);
    return entry;
  };
  deps.database.onChange('api_keys', (storeId) => {
    evictions += 1;
    for (const [digest, { store }] of entries) if (store.id === storeId) entries.delete(digest);
  });
  return {
    /** The active key with this text; undefined where there is none (source 5.6). */
    async findActive(text: string): Promise<ActiveKey | undefined> {
      const entry = await get(text);
      if (entry === undefined || entry.expiresAt <= deps.clock.now()) return undefined;
      recordUse(deps, entry);
      return entry;
    },
  };
}

async function load(deps: KeyCacheDeps, key: ApiKey): Promise<Entry | undefined> {
  const freshUntil = deps.clock.monotonic() + keyLifetimeMs;
  const found = await find(deps, key);
  if (found === undefined) return undefined;
  const { id: keyId, hint, expires_at: expiresAt, last_used_at: lastUsedAt } = found.key;
  return {
    keyId,
    hint,
    store: found.store,
    freshUntil,
    expiresAt: expiresAt === null ? Infinity : Date.parse(expiresAt),
    lastUse: { minute: lastUsedAt ?? '' },
  };
}

/** Looks twice when another process has rotated the master key, which changes every hash. */
async function find({ database, keyring, log }: KeyCacheDeps, key: ApiKey) {
  const hashes = keyring.hashesOf(key);
  const found = await readKeyByHash(database, hashes);
  if (found !== undefined) return found;
  try {
    keyring.reload();
  } catch (error) {
    log.error({ err: error }, 'master key not read');
    // Without it a valid key looks like an unknown one.
    throw new ServiceError('unavailable', 'the service cannot check API keys now: try again in a moment', {
      headers: { 'Retry-After': '2' },
      cause: error,
    });
  }
  // Compare with the hashes of the query: a concurrent request may have reloaded the keyring already.
  const current = keyring.hashesOf(key);
  return current.join() === hashes.join() ? undefined : readKeyByHash(database, current);
}

/** Writes once a minute and key. No request waits, and a failure is only logged: the next minute writes again. */
function recordUse({ database, clock, log }: KeyCacheDeps, entry: Entry): void {
  const minute = new Date(Math.floor(clock.now() / 60_000) * 60_000).toISOString();
  const { keyId, store, lastUse } = entry;
  if (lastUse.minute >= minute) return;
  lastUse.minute = minute;
  const mark = (context: Context) => markKeyUsed(context, keyId, minute);
  database.change({ store, actor: systemActor }, mark).catch((error: unknown) => {
    log.warn({ err: error, keyId }, 'use of an API key not recorded');
  });
}
