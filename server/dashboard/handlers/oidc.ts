import type { Request } from 'express';
import { attemptOf, newAttempt } from '../../auth/oidc-attempt.ts';
import type { Config } from '../../config/config.ts';
import { signInWithOidc, startOidc } from '../../services/oidc.ts';
import type { HandlersOf } from '../handler.ts';
import { clearOidcCookie, oidcCookieOf, setOidcCookie } from '../oidc-cookie.ts';
import { setSessionCookie } from '../session-cookie.ts';
import { meView } from './me.ts';

/** Sign in with OpenID Connect (decision 0046). */
export const oidcHandlers: HandlersOf<'oidc'> = {
  async getSignInMethods({ oidc, sendMail }) {
    return { status: 200, body: { password: true, mail: sendMail !== null, oidc: oidc !== null } };
  },

  async startOidc(deps, { request, client, signedIn }) {
    const { cookie, attempt } = newAttempt(deps.clock);
    const redirectUri = redirectUriOf(request, deps.config);
    const url = await startOidc(deps, attempt, { redirectUri, isAgain: signedIn !== undefined, client });
    const headers = { 'Set-Cookie': setOidcCookie(cookie) };
    return { status: 200, body: { authorization_url: url.href }, headers };
  },

  async signInWithOidc(deps, { request, body, client }) {
    const cookie = oidcCookieOf(request);
    const attempt = cookie === undefined ? undefined : attemptOf(cookie, deps.clock);
    const callback = new URL(redirectUriOf(request, deps.config));
    for (const [name, value] of Object.entries(body)) callback.searchParams.set(name, value);
    const opened = await signInWithOidc(deps, { attempt, callback }, client);
    const cookies = [setSessionCookie(opened.secret)['Set-Cookie'], clearOidcCookie];
    return { status: 200, body: meView(opened), headers: { 'Set-Cookie': cookies } };
  },
};

/** The page that the provider redirects to; it must be registered there. */
function redirectUriOf(request: Request, { dashboardHost }: Pick<Config, 'dashboardHost'>): string {
  return `https://${dashboardHost ?? request.get('Host')}/dashboard/`;
}
