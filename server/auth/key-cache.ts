import { hash } from 'node:crypto';
import type { StoreRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import type { Clock } from '../support/clock.ts';
import { type ApiKey, parseKey } from './api-key.ts';
import type { Keyring } from './keyring.ts';

export interface KeyCache {
  /**
   * The store that a key opens, or undefined for a text that is no key of ours or not any more (source 5.6). `digest`
   * is that of the text, where it is known.
   */
  findStore(text: string, digest?: string): Promise<StoreRecord | undefined>;
  /** The same at once, by the digest of a key that was found lately; undefined says nothing about any other. */
  remembered(digest: string): StoreRecord | undefined;
}

interface Known {
  readonly found: Promise<StoreRecord | undefined>;
  /** What was found, once it is. */
  store?: StoreRecord;
  readonly until: number;
}

/** How long an answer of the database is believed, in milliseconds: a key that another process revokes dies within it. */
export const keyLifetime = 4_000;
const capacity = 10_000;

/**
 * Looks keys up by their keyed hash, and remembers valid ones for four seconds. A text without a right checksum
 * costs no look-up, and what does not exist is never remembered.
 */
export function createKeyCache(deps: {
  readonly repositories: Pick<Repositories, 'keys'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
}): KeyCache {
  const known = new Map<string, Known>();
  const fresh = (digest: string): Known | undefined => {
    const entry = known.get(digest);
    return entry !== undefined && entry.until > deps.clock.monotonic() ? entry : undefined;
  };
  const lookUp = (key: ApiKey, digest: string): Known => {
    const asked = deps.repositories.keys.findActiveByHash(deps.keyring.hashKey(key));
    const found = asked.then((answer) => answer?.store);
    const entry: Known = { found, until: deps.clock.monotonic() + keyLifetime };
    const forget = (): void => {
      if (known.get(digest) === entry) known.delete(digest);
    };
    found.then((store) => (store === undefined ? forget() : (entry.store = store)), forget);
    remember(known, digest, entry);
    return entry;
  };
  return {
    async findStore(text, digest) {
      const key = parseKey(text);
      if (key === undefined) return undefined;
      const name = digest ?? digestOf(key);
      return (fresh(name) ?? lookUp(key, name)).found;
    },
    remembered: (digest) => fresh(digest)?.store,
  };
}

/** By what a key is remembered: not in the clear. No secret goes in, since keys are hard to guess; it costs a sixth. */
export function digestOf(text: string): string {
  return hash('sha256', text);
}

// In the order of their look-up: the first is the oldest.
function remember(known: Map<string, Known>, digest: string, entry: Known): void {
  known.delete(digest);
  known.set(digest, entry);
  if (known.size <= capacity) return;
  const oldest = known.keys().next().value;
  if (oldest !== undefined) known.delete(oldest);
}
