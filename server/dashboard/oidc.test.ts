import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorActor } from '../services/audit.ts';
import { removeMember } from '../services/users.ts';
import { addPerson, sameOrigin } from '../testing/dashboard-client.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { type OidcClaims, startOidcProvider, type TestOidcProvider } from '../testing/start-oidc-provider.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { invite, changeStore, auditOf } from '../testing/test-shop.ts';
import { readUser } from '../db/users.ts';

const clock = createMovableClock();
let provider: TestOidcProvider;
let server: TestServer;
beforeAll(async () => {
  provider = await startOidcProvider();
  const environment = { ...provider.environment, TRUSTED_PROXIES: '127.0.0.1' };
  server = await startTestServer({ environment, clock });
  provider.register(server.service.baseUrl);
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

let people = 0;
let addresses = 0;

/** A browser at an address of its own, which has its own rate limit. */
function browser(cookie = '') {
  addresses += 1;
  return { ...sameOrigin, cookie, 'x-forwarded-for': `203.0.113.${addresses}` };
}

/** A person with an account at the provider; invited under its address unless `invited` is another one, or null. */
async function addAccount(claims: OidcClaims = {}, invited?: string | null) {
  people += 1;
  const [subject, email] = [`subject-${people}`, `ana-${people}@shop.example`];
  provider.accounts.set(subject, { email, email_verified: true, ...claims });
  if (invited !== null) await inviteOwner(invited ?? email);
  return { subject, email };
}

async function inviteOwner(email: string) {
  return invite(server.deps, server.shop.store.id, { email, role: 'owner' });
}

/** Begins in a browser of its own: the address of the provider, and the cookie. */
async function start(at: TestServer = server, session = '') {
  const response = await at.fetch('/dashboard/api/oidc', { method: 'POST', headers: browser(session) });
  const body = (await response.json()) as { authorization_url: string };
  const [setCookie = ''] = response.headers.getSetCookie();
  return { status: response.status, body, setCookie, cookie: setCookie.split(';')[0] ?? '' };
}

type Callback = Readonly<Record<string, string>>;

/** What the page sends after the redirect; a browser that was redirected sends the cookie of the start. */
function finish(callback: Callback, cookie: string): Promise<Response> {
  return server.fetch('/dashboard/api/session/oidc', { body: callback, headers: browser(cookie) });
}

/** Lets a person sign in at the provider, who gets the URL of the start as `change` makes it. */
async function authorize(subject: string, change: (url: URL) => void = () => undefined) {
  const { body, cookie } = await start();
  const url = new URL(body.authorization_url);
  change(url);
  const redirected = await provider.authorize(url, subject);
  const callback: Callback = Object.fromEntries(redirected.searchParams);
  return { callback, cookie, redirected };
}

async function signIn(subject: string): Promise<Response> {
  const { callback, cookie } = await authorize(subject);
  return finish(callback, cookie);
}

describe('signing in with OpenID Connect', () => {
  it('is offered where it is configured', async () => {
    const response = await server.fetch('/dashboard/api/sign-in-methods');
    expect(await response.json()).toEqual({ password: true, mail: false, oidc: true });
  });

  it('begins with PKCE, state and nonce, and a cookie from which nobody but the server derives them', async () => {
    const { body, setCookie } = await start();
    const { origin, searchParams } = new URL(body.authorization_url);
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: `${server.service.baseUrl}/dashboard/`,
      code_challenge_method: 'S256',
      max_age: '300',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
      expect(setCookie).not.toContain(searchParams.get(name));
    }
    expect(setCookie).toMatch(
      /^__Host-oidc=[\w-]{43}\.\d+; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
  });

  it('opens a session for an invited, verified address, ends the old one, and is in the audit log', async () => {
    const { subject, email } = await addAccount(
      { email: 'Mixed.Case@shop.example' },
      'mixed.case@shop.example',
    );
    const { callback, cookie, redirected } = await authorize(subject);
    expect(redirected.href.split('?')[0]).toBe(`${server.service.baseUrl}/dashboard/`);
    expect(callback).toMatchObject({ iss: provider.issuer });
    const old = await (await addPerson(server, server.otherShop.store.id, 'owner')).signIn();
    const response = await finish(callback, `${cookie}; ${old.cookie}`);
    expect(response.status).toBe(200);
    expect((await old.fetch('/dashboard/api/me')).status).toBe(401);
    expect(await response.json()).toMatchObject({
      user: { email: 'mixed.case@shop.example', has_password: false },
      stores: [{ id: server.shop.store.id, role: 'owner' }],
    });
    const [session = '', cleared = ''] = response.headers.getSetCookie();
    expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
    expect(cleared).toMatch(/^__Host-oidc=; Max-Age=0; /);
    const entries = await auditOf(server.deps, server.shop.store.id, 2);
    expect(entries?.map(({ action, detail }) => [action, detail])).toEqual([
      ['session.signed_in', 'by OpenID Connect'],
      ['identity.linked', provider.issuer],
    ]);
    expect(email).not.toBe('mixed.case@shop.example');
  });

  it('finds the person by issuer and sub from then on, whatever their address is by then', async () => {
    const { subject, email } = await addAccount();
    expect((await signIn(subject)).status).toBe(200);
    provider.accounts.set(subject, { email: 'renamed@shop.example', email_verified: false });
    expect(await (await signIn(subject)).json()).toMatchObject({ user: { email } });
  });
});

describe('a sign-in of the last 5 minutes', () => {
  it('counts from when the provider authenticated the person', async () => {
    const { subject } = await addAccount();
    const { callback, cookie } = await authorize(subject);
    clock.advance(4 * 60_000);
    const signedIn = await finish(callback, cookie);
    const session = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const inviteAgain = (email: string) =>
      server.fetch(`/dashboard/api/stores/${server.shop.store.id}/team`, {
        headers: browser(session),
        body: { email, role: 'member' },
      });
    expect((await inviteAgain('first@shop.example')).status).toBe(201);
    clock.advance(2 * 60_000);
    expect((await inviteAgain('second@shop.example')).status).toBe(401);
    clock.advance(-6 * 60_000);
  });

  it('is asked of a person with a session even where the provider knows them already', async () => {
    const { subject } = await addAccount();
    const atProvider = new Map<string, string>();
    const signInAs = async (name: string, session = '') => {
      const { body, cookie } = await start(server, session);
      const redirected = await provider.authorize(new URL(body.authorization_url), name, atProvider);
      return finish(Object.fromEntries(redirected.searchParams), cookie);
    };
    const signedIn = await signInAs(subject);
    const session = signedIn.headers.getSetCookie()[0]?.split(';')[0];
    // Without a name, the provider shows its page unless it takes its own session.
    expect((await signInAs('')).status).toBe(200);
    await expect(signInAs('', session)).rejects.toThrow('Login');
    expect((await signInAs(subject, session)).status).toBe(200);
  });
});

async function expectRejected(response: Response, message: string): Promise<void> {
  const body = (await response.json()) as { error: string };
  expect({ status: response.status, error: body.error, cookies: response.headers.getSetCookie() }).toEqual({
    status: 401,
    error: expect.stringContaining(message),
    cookies: [],
  });
}

describe('signing in with OpenID Connect is rejected', () => {
  it.each<[given: string, claims: OidcClaims, invited?: null]>([
    ['an unverified address', { email_verified: false }],
    ['an address that is not known to be verified', { email_verified: undefined as never }],
    ['an account without an address', { email: undefined as never }],
    ['an address that is not invited', {}, null],
  ])('for %s', async (_given, claims, invited) => {
    const { subject } = await addAccount(claims, invited);
    await expectRejected(await signIn(subject), 'nobody with this account is invited here');
  });

  it.each<[given: string, change: (callback: Callback) => Callback]>([
    ['the state of another attempt', (callback) => ({ ...callback, state: 'x'.repeat(43) })],
    ['another issuer', (callback) => ({ ...callback, iss: 'https://other.example' })],
    ['no issuer', ({ code = '', state = '' }) => ({ code, state })],
    ['a made-up code', (callback) => ({ ...callback, code: 'x'.repeat(43) })],
  ])('for a response with %s', async (_given, change) => {
    const { subject } = await addAccount();
    const { callback, cookie } = await authorize(subject);
    await expectRejected(await finish(change(callback), cookie), 'begin again');
  });

  it.each(['nonce', 'code_challenge'])('for a response to another %s', async (name) => {
    const { subject } = await addAccount();
    const other = new URL((await start()).body.authorization_url).searchParams.get(name) ?? '';
    const { callback, cookie } = await authorize(subject, (url) => url.searchParams.set(name, other));
    await expectRejected(await finish(callback, cookie), 'begin again');
  });

  it('for a code that was used, and for one of another browser', async () => {
    const { subject } = await addAccount();
    const { callback, cookie } = await authorize(subject);
    await expectRejected(await finish(callback, (await start()).cookie), 'begin again');
    await expectRejected(await finish(callback, ''), 'another browser');
    expect((await finish(callback, cookie)).status).toBe(200);
    await expectRejected(await finish(callback, cookie), 'begin again');
  });

  it("for another issuer's account with the same sub", async () => {
    const { subject } = await addAccount({}, null);
    const victim = await inviteOwner('victim@shop.example');
    const created_at = '2026-01-02T03:04:05.678Z';
    const identity = { issuer: 'https://other.example', subject, user_id: victim.member.user_id, created_at };
    await server.deps.database.changeAll(operatorActor, async ({ allStores }) => {
      await allStores('user_identities').insert(identity);
    });
    await expectRejected(await signIn(subject), 'nobody with this account');
  });

  it('for a new account with the address of a person who has another one there', async () => {
    const { subject, email } = await addAccount();
    expect((await signIn(subject)).status).toBe(200);
    const successor = await addAccount({ email }, null);
    await expectRejected(await signIn(successor.subject), 'nobody with this account');
    // Until an owner invites whoever holds the address now: the older account opens nothing from then on.
    await inviteOwner(email);
    expect((await signIn(successor.subject)).status).toBe(200);
    await expectRejected(await signIn(subject), 'nobody with this account');
  });

  it('for a person who belongs to no store any more and has no account there yet', async () => {
    const { subject, email } = await addAccount();
    const user = await server.deps.database.readAll((all) => readUser(all, { email }));
    await inviteOwner('another-owner@shop.example');
    await changeStore(server.deps, server.shop.store.id, (context) => removeMember(context, user?.id ?? ''));
    await expectRejected(await signIn(subject), 'nobody with this account');
  });

  it('after 10 minutes, and for whoever authenticated at the provider long before', async () => {
    const { subject } = await addAccount();
    const { callback, cookie } = await authorize(subject);
    const changed = cookie.replace(/\.\d+$/, `.${Date.now() + 86_400_000}`);
    clock.advance(10 * 60_000);
    await expectRejected(await finish(callback, cookie), 'another browser, or is expired');
    await expectRejected(await finish(callback, changed), 'begin again');
    clock.advance(60_000);
    // The provider's clock has not moved.
    await expectRejected(await signIn(subject), 'too long ago');
  });
});

describe('a provider that cannot be reached', () => {
  it('stops no start and no other way to sign in; it is 503, and works once it is back', async () => {
    const gone = await startOidcProvider();
    const waiting = await startTestServer({ environment: gone.environment });
    expect(await start(waiting)).toMatchObject({ status: 503, setCookie: '' });
    expect((await waiting.fetch('/dashboard/api/sign-in-methods')).status).toBe(200);
    gone.register(waiting.service.baseUrl);
    expect((await start(waiting)).status).toBe(200);
    await waiting.close();
    await gone.close();
  });
});
