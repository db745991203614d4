import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../support/clock.ts';
import { deriveKey } from './master-key.ts';

/** What a visitor token is bound to: one visitor of one chatbot on one origin. */
export interface Visitor {
  readonly chatbotId: string;
  readonly storeId: string;
  readonly agentId: string;
  /** Empty for a page whose chat was not opened. */
  readonly visitorId: string;
  /** The page's origin, as the browser sends it: `https://shop.example`. */
  readonly origin: string;
}

/** Distinguishes visitor tokens from API keys before any look-up. */
export const visitorTokenPrefix = 'vst_';

/** How long a token is valid. */
export const lifetimeSeconds = 15 * 60;

/** What a token is for: it is invalid for anything else. */
const purposes = {
  visitor: { prefix: visitorTokenPrefix, audience: 'agent-service-visitor' },
  // Of a page whose chat was not opened: it names no visitor.
  page: { prefix: visitorTokenPrefix, audience: 'agent-service-page' },
  preview: { prefix: 'prv_', audience: 'agent-service-preview' },
} as const;

export type TokenPurpose = keyof typeof purposes;

/** Signs a token (a JWT) that is valid for 15 minutes; `expiresAt` is its end in ISO 8601. */
export async function signVisitorToken(
  keys: SigningKeys,
  clock: Clock,
  visitor: Visitor,
  purpose: TokenPurpose = 'visitor',
): Promise<{ token: string; expiresAt: string }> {
  const { kid, key } = keys.current(clock.now());
  const issuedAt = Math.floor(clock.now() / 1000);
  const expiresAt = issuedAt + lifetimeSeconds;
  const { chatbotId, storeId, agentId, visitorId, origin } = visitor;
  const jwt = await new SignJWT({ cbt: chatbotId, str: storeId, agt: agentId, org: origin })
    .setProtectedHeader({ alg: 'HS256', kid })
    .setSubject(visitorId)
    .setAudience(purposes[purpose].audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key);
  return { token: purposes[purpose].prefix + jwt, expiresAt: new Date(expiresAt * 1000).toISOString() };
}

/** The visitor of a token; undefined when it is invalid, expired for another purpose, or not in canonical base64url. */
export async function verifyVisitorToken(
  keys: SigningKeys,
  clock: Clock,
  token: string,
  purpose: TokenPurpose = 'visitor',
): Promise<Visitor | undefined> {
  const { prefix, audience } = purposes[purpose];
  if (!token.startsWith(prefix)) return undefined;
  const jwt = token.slice(prefix.length);
  if (!jwt.split('.').every(isCanonical)) return undefined;
  try {
    const { payload } = await jwtVerify(jwt, ({ kid }) => keys.byKid(kid ?? '', clock.now()), {
      algorithms: ['HS256'],
      audience,
      currentDate: new Date(clock.now()),
      requiredClaims: ['exp', 'sub'],
    });
    return visitorOf(payload);
  } catch {
    return undefined;
  }
}

// Decoders ignore unused bits and padding, which would give one token many spellings.
function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}

function visitorOf({ cbt, str, agt, org, sub }: JWTPayload): Visitor | undefined {
  const claims = [cbt, str, agt, org, sub];
  if (!claims.every((claim) => typeof claim === 'string')) return undefined;
  const [chatbotId = '', storeId = '', agentId = '', origin = '', visitorId = ''] = claims;
  return { chatbotId, storeId, agentId, visitorId, origin };
}

/** The keys that sign visitor tokens: one for each day (UTC), whose number is its `kid`. */
export interface SigningKeys {
  /** The key that signs at a time in milliseconds since the epoch. */
  current(now: number): { readonly kid: string; readonly key: Uint8Array };
  /** The key of a `kid`. Throws for a day whose tokens cannot be valid. */
  byKid(kid: string, now: number): Uint8Array;
}

const dayMs = 86_400_000;

/**
 * Derives the signing keys from the master key, the same ones in every process. The keys of the day before and, since
 * another machine's clock may be ahead, of the day after are accepted.
 */
export function createSigningKeys(masterKey: Buffer): SigningKeys {
  const keyOf = (day: number): Uint8Array => deriveKey(masterKey, `visitor token ${day}`);
  return {
    current(now) {
      const day = Math.floor(now / dayMs);
      return { kid: String(day), key: keyOf(day) };
    },
    byKid(kid, now) {
      const day = /^\d{1,6}$/.test(kid) ? Number(kid) : Number.NaN;
      if (Math.abs(day - Math.floor(now / dayMs)) <= 1) return keyOf(day);
      throw new Error('the signing key has expired');
    },
  };
}
