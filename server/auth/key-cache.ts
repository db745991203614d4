import { hash } from 'node:crypto';
import type { StoreRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import type { Clock } from '../support/clock.ts';
import { parseKey } from './api-key.ts';
import type { Keyring } from './keyring.ts';

export interface KeyCache {
  /** The store of an API key; undefined for a text that is not an active key (source 5.6). */
  findStore(text: string): Promise<StoreRecord | undefined>;
}

/** How long a look-up stays valid: a key that another process revokes stops working within it. */
export const keyLifetimeMs = 4_000;
const maxEntries = 10_000;

/**
 * Finds the stores of API keys and caches them for four seconds by a digest of the key. Text without a valid checksum
 * causes no query. Unknown keys are not cached, so that a new key works at once.
 */
export function createKeyCache(deps: {
  readonly repositories: Pick<Repositories, 'keys'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
}): KeyCache {
  const entries = new Map<string, { readonly store: StoreRecord; readonly expiresAt: number }>();
  return {
    async findStore(text) {
      const digest = hash('sha256', text);
      const cached = entries.get(digest);
      const now = deps.clock.monotonic();
      if (cached !== undefined && cached.expiresAt > now) return cached.store;
      const key = parseKey(text);
      if (key === undefined) return undefined;
      const store = (await deps.repositories.keys.findActiveByHash(deps.keyring.hashKey(key)))?.store;
      entries.delete(digest);
      if (store !== undefined) entries.set(digest, { store, expiresAt: now + keyLifetimeMs });
      // A map iterates in the order of insertion: the first entry is the oldest.
      const oldest = entries.keys().next().value;
      if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
      return store;
    },
  };
}
