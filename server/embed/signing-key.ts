import { hkdfSync } from 'node:crypto';

const dayMilliseconds = 86_400_000;

/** Keys that sign visitor tokens: one a day, named by the day, derived and so nowhere stored. */
export interface SigningKeys {
  /** The key that signs at a time, with its `kid`. */
  current(now: number): { readonly kid: string; readonly key: Uint8Array };
  /** The key of a `kid`, while a token that it signed can still be valid; undefined for any other. */
  byKid(kid: string, now: number): Uint8Array | undefined;
}

/**
 * Derives the signing keys from the master key. They rotate at midnight UTC; the day before is still
 * accepted, the day after too (another machine's clock may be ahead). Every process derives the same ones.
 */
export function createSigningKeys(masterKey: Buffer): SigningKeys {
  const keyOf = (day: number): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', masterKey, Buffer.alloc(0), `agent-service visitor token ${day}`, 32));
  const cache = new Map<number, Uint8Array>();
  const cached = (day: number): Uint8Array => {
    const known = cache.get(day);
    if (known !== undefined) return known;
    if (cache.size > 4) cache.clear();
    const made = keyOf(day);
    cache.set(day, made);
    return made;
  };
  return {
    current(now) {
      const day = dayOf(now);
      return { kid: String(day), key: cached(day) };
    },
    byKid(kid, now) {
      const day = Number(kid);
      return /^\d{1,6}$/.test(kid) && Math.abs(day - dayOf(now)) <= 1 ? cached(day) : undefined;
    },
  };
}

function dayOf(now: number): number {
  return Math.floor(now / dayMilliseconds);
}
