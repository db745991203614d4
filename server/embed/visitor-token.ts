import type { Clock } from '../clock.ts';
import { loadOnce } from '../load-once.ts';
import type { SigningKeys } from './signing-key.ts';

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
