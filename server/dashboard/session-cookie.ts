import type { Request } from 'express';

const name = '__Host-session';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** The Set-Cookie header of a new session; it ends with the browser, or earlier in the database (decision 0039). */
export function setSessionCookie(secret: string): { readonly 'Set-Cookie': string } {
  return { 'Set-Cookie': `${name}=${secret}; ${attributes}` };
}

/** The Set-Cookie header that removes it. */
export function clearSessionCookie(): { readonly 'Set-Cookie': string } {
  return { 'Set-Cookie': `${name}=; Max-Age=0; ${attributes}` };
}

/** The secret of the only session cookie; undefined where there is none, or several. */
export function sessionSecretOf(request: Request): string | undefined {
  return cookieOf(request, name);
}

/** The value of the only cookie with this name; undefined where there is none, or several. */
export function cookieOf(request: Request, cookieName: string): string | undefined {
  const pairs = (request.get('Cookie') ?? '').split(';').map((pair) => pair.trim());
  const [found, ...others] = pairs.filter((pair) => pair.startsWith(`${cookieName}=`));
  return others.length > 0 ? undefined : found?.slice(cookieName.length + 1);
}
