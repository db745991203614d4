import { createHmac } from 'node:crypto';
import type { Clock } from '../support/clock.ts';
import { newSecret } from './secret.ts';

/** How long a person may take at the provider. */
export const attemptMs = 10 * 60_000;

/** What binds the response of a provider to the browser that began to sign in. */
export interface OidcAttempt {
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

/** A new attempt and its cookie: a random text and when it expires. */
export function newAttempt({ now }: Pick<Clock, 'now'>): {
  readonly cookie: string;
  readonly attempt: OidcAttempt;
} {
  const cookie = `${newSecret()}.${now() + attemptMs}`;
  return { cookie, attempt: derive(cookie) };
}

/** The attempt of a cookie; undefined for an expired or made-up one. */
export function attemptOf(cookie: string, { now }: Pick<Clock, 'now'>): OidcAttempt | undefined {
  const [, expiresAt] = /^[\w-]{43}\.(\d{1,15})$/.exec(cookie) ?? [];
  return expiresAt === undefined || Number(expiresAt) <= now() ? undefined : derive(cookie);
}

/**
 * Each text is an HMAC of its name by the whole cookie, so that the server stores nothing, the provider learns nothing of
 * the cookie, and a changed expiry is another attempt.
 */
function derive(cookie: string): OidcAttempt {
  const hmac = (name: string): string => createHmac('sha256', cookie).update(name).digest('base64url');
  return { state: hmac('state'), nonce: hmac('nonce'), verifier: hmac('verifier') };
}
