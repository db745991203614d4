import { hkdfSync } from 'node:crypto';
import { loadOnce } from '../load-once.ts';
import type { Clock } from '../support/clock.ts';

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

/** What a visitor token binds: one visitor of one chatbot on one origin. */
export interface Visitor {
  readonly chatbotId: string;
  readonly storeId: string;
  readonly agentId: string;
  readonly visitorId: string;
  /** The page's origin, as the browser sends it: `https://shop.example`. */
  readonly origin: string;
}

/** Another prefix than an API key has, so that the two are told apart before any look-up. */
export const visitorTokenPrefix = 'vst_';

const loadJose = loadOnce(() => import('jose'));

const lifeSeconds = 15 * 60;
const audience = 'agent-service-visitor';

/** Signs a token for a visitor, valid for 15 minutes. Answers it with the time of its end in ISO 8601. */
export async function signVisitorToken(
  keys: SigningKeys,
  clock: Clock,
  visitor: Visitor,
): Promise<{ token: string; expiresAt: string }> {
  const { kid, key } = keys.current(clock.now());
  const issuedAt = Math.floor(clock.now() / 1000);
  const expiresAt = issuedAt + lifeSeconds;
  const { SignJWT } = await loadJose();
  const jwt = await new SignJWT({
    cbt: visitor.chatbotId,
    str: visitor.storeId,
    agt: visitor.agentId,
    org: visitor.origin,
  })
    .setProtectedHeader({ alg: 'HS256', kid })
    .setSubject(visitor.visitorId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key);
  return { token: visitorTokenPrefix + jwt, expiresAt: new Date(expiresAt * 1000).toISOString() };
}

/** The visitor of a token; undefined when it is not ours, was changed, has ended, or its key is retired. */
export async function verifyVisitorToken(
  keys: SigningKeys,
  clock: Clock,
  token: string,
): Promise<Visitor | undefined> {
  if (!token.startsWith(visitorTokenPrefix)) return undefined;
  const { jwtVerify } = await loadJose();
  try {
    const { payload } = await jwtVerify(
      token.slice(visitorTokenPrefix.length),
      ({ kid }) => {
        const key = keys.byKid(kid ?? '', clock.now());
        if (key === undefined) throw new Error('the signing key is retired');
        return key;
      },
      { algorithms: ['HS256'], audience, currentDate: new Date(clock.now()), requiredClaims: ['exp', 'sub'] },
    );
    return visitorOf(payload);
  } catch {
    return undefined;
  }
}

function visitorOf(payload: Readonly<Record<string, unknown>>): Visitor | undefined {
  const { cbt, str, agt, org, sub } = payload;
  const texts = [cbt, str, agt, org, sub];
  if (!texts.every((text) => typeof text === 'string')) return undefined;
  const [chatbotId = '', storeId = '', agentId = '', origin = '', visitorId = ''] = texts;
  return { chatbotId, storeId, agentId, visitorId, origin };
}
