import type { Clock } from '../../clock.ts';
import type { StoreRecord } from '../../db/records.ts';
import type { Repositories } from '../../db/repositories.ts';
import { parseKey } from '../../keys/api-key.ts';
import type { Keyring } from '../../keys/keyring.ts';

export interface KeyDirectory {
  /** The store that a key opens, or undefined for a text that is no key of ours or not any more (source 5.6). */
  findStore(text: string): Promise<StoreRecord | undefined>;
}

interface Known {
  readonly store: Promise<StoreRecord | undefined>;
  readonly until: number;
}

/** How long an answer of the database is believed, in milliseconds: a key that another process revokes dies within it. */
export const keyLifetime = 4_000;
const capacity = 10_000;

/**
 * Looks keys up by their keyed hash, and remembers valid ones for four seconds. A text without a right checksum
 * costs no look-up, and what does not exist is never remembered.
 */
export function createKeyDirectory(deps: {
  readonly repositories: Pick<Repositories, 'keys'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
}): KeyDirectory {
  const known = new Map<string, Known>();
  const lookUp = (hash: string): Known => {
    const store = deps.repositories.keys.findActiveByHash(hash).then((found) => found?.store);
    const entry = { store, until: deps.clock.monotonic() + keyLifetime };
    const forget = (): void => {
      if (known.get(hash) === entry) known.delete(hash);
    };
    store.then((found) => found ?? forget(), forget);
    remember(known, hash, entry);
    return entry;
  };
  return {
    async findStore(text) {
      const key = parseKey(text);
      if (key === undefined) return undefined;
      const hash = deps.keyring.hashKey(key);
      const entry = known.get(hash);
      const isFresh = entry !== undefined && entry.until > deps.clock.monotonic();
      return (isFresh ? entry : lookUp(hash)).store;
    },
  };
}

// In the order of their look-up: the first is the oldest.
function remember(known: Map<string, Known>, hash: string, entry: Known): void {
  known.delete(hash);
  known.set(hash, entry);
  if (known.size <= capacity) return;
  const oldest = known.keys().next().value;
  if (oldest !== undefined) known.delete(oldest);
}
