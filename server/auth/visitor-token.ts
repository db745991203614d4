import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../support/clock.ts';
import { deriveKey } from './master-key.ts';

/** What a visitor token is bound to: one visitor of one chatbot on one origin. */
export interface Visitor {
  readonly chatbotId: string;
  readonly storeId: string;
  readonly agentId: string;
  readonly visitorId: string;
  /** The page's origin, as the browser sends it: `https://shop.example`. */
  readonly origin: string;
  /** Whether it is a person who tries the chatbot in the dashboard (decision 0044). */
  readonly isPreview?: boolean;
}

/** Distinguishes visitor tokens from API keys before any look-up. */
export const visitorTokenPrefix = 'vst_';

/** How long a token is valid. */
export const lifetimeSeconds = 15 * 60;
const audience = 'agent-service-visitor';

/** Signs a token (a JWT) that is valid for 15 minutes; `expiresAt` is its end in ISO 8601. */
export async function signVisitorToken(
  keys: SigningKeys,
  clock: Clock,
  visitor: Visitor,
): Promise<{ token: string; expiresAt: string }> {
  const { kid, key } = keys.current(clock.now());
  const issuedAt = Math.floor(clock.now() / 1000);
  const expiresAt = issuedAt + lifetimeSeconds;
  const { chatbotId, storeId, agentId, visitorId, origin, isPreview = false } = visitor;
  const jwt = await new SignJWT({
    cbt: chatbotId,
    str: storeId,
    agt: agentId,
    org: origin,
    ...(isPreview && { prv: true }),
  })
    .setProtectedHeader({ alg: 'HS256', kid })
    .setSubject(visitorId)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key);
  return { token: visitorTokenPrefix + jwt, expiresAt: new Date(expiresAt * 1000).toISOString() };
}

/** The visitor of a token; undefined when it is invalid, expired or not in canonical base64url. */
export async function verifyVisitorToken(
  keys: SigningKeys,
  clock: Clock,
  token: string,
): Promise<Visitor | undefined> {
  if (!token.startsWith(visitorTokenPrefix)) return undefined;
  const jwt = token.slice(visitorTokenPrefix.length);
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

function visitorOf({ cbt, str, agt, org, sub, prv }: JWTPayload): Visitor | undefined {
  const claims = [cbt, str, agt, org, sub];
  if (!claims.every((claim) => typeof claim === 'string')) return undefined;
  const [chatbotId = '', storeId = '', agentId = '', origin = '', visitorId = ''] = claims;
  return { chatbotId, storeId, agentId, visitorId, origin, ...(prv === true && { isPreview: true }) };
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
