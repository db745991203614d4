import type { Request } from 'express';
import { attemptMs } from '../auth/oidc-attempt.ts';
import { cookieOf } from './session-cookie.ts';

const name = '__Host-oidc';
// Lax: the page that reads it is opened by a redirect of the provider.
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** The Set-Cookie text of an attempt to sign in with a provider. */
export function setOidcCookie(attempt: string): string {
  return `${name}=${attempt}; Max-Age=${attemptMs / 1000}; ${attributes}`;
}

/** The Set-Cookie text that removes it. */
export const clearOidcCookie = `${name}=; Max-Age=0; ${attributes}`;

/** The only such cookie of a request; undefined where there is none, or several. */
export function oidcCookieOf(request: Request): string | undefined {
  return cookieOf(request, name);
}
