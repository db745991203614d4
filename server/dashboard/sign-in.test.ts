import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Schemas } from './handler.ts';
import { listSessions, findSession, maxIdleMs, maxSessionMs } from '../services/sessions.ts';
import { signInWithPassword } from '../services/sign-in.ts';
import { setPassword } from '../services/users.ts';
import { addPerson, cookieOf, sameOrigin } from '../testing/dashboard-client.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { invite, auditOf } from '../testing/test-shop.ts';
import { readUser } from '../db/users.ts';
import { hashPassword } from '../auth/password.ts';

const clock = createMovableClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => server.close());

const minuteMs = 60_000;
const password = 'correct horse battery';
let addresses = 0;

/** A code for a new person, or for the one with this address. */
async function codeFor(email = `shopkeeper-${(addresses += 1)}@shop.example`) {
  return invite(server.deps, server.shop.store.id, { email, role: 'owner' });
}

/** Sends an attempt to sign in; the rate limit's window passes first. */
function attempt(path: string, body: object, headers = {}): Promise<Response> {
  clock.advance(minuteMs);
  return server.fetch(`/dashboard/api/session/${path}`, { body, headers: { ...sameOrigin, ...headers } });
}

async function statusOf(cookie: string): Promise<number> {
  return (await server.fetch('/dashboard/api/me', { headers: { cookie } })).status;
}

/** A person who has set a password. */
async function withPassword(): Promise<{ email: string; cookie: string }> {
  const { code, member } = await codeFor();
  const cookie = cookieOf(await attempt('code', { code }));
  const body = { password };
  const set = { method: 'PUT', body, headers: { ...sameOrigin, cookie } };
  expect((await server.fetch('/dashboard/api/me/password', set)).status).toBe(204);
  return { email: member.email, cookie };
}

describe('a sign-in code', () => {
  it('opens a session once, in a cookie that scripts, other sites and plain HTTP do not get', async () => {
    const { code, member } = await codeFor();
    const response = await attempt('code', { code });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      user: { id: member.user_id, email: member.email, has_password: false },
      stores: [{ id: server.shop.store.id, role: 'owner' }],
      session: { is_current: true },
    });
    expect(response.headers.get('set-cookie')).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
    expect(await statusOf(cookieOf(response))).toBe(200);
    expect((await attempt('code', { code })).status).toBe(401);
  });

  it('opens one session when two browsers send it at once', async () => {
    const { code } = await codeFor();
    const both = await Promise.all([attempt('code', { code }), attempt('code', { code })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('is rejected after 15 minutes, and when a newer one was issued', async () => {
    const late = await codeFor();
    clock.advance(15 * minuteMs);
    expect((await attempt('code', { code: late.code })).status).toBe(401);
    const old = await codeFor();
    await codeFor(old.member.email);
    expect((await attempt('code', { code: old.code })).status).toBe(401);
  });

  it('takes the account from whoever had it: the password and every session end', async () => {
    const { email, cookie } = await withPassword();
    await codeFor(email);
    expect(await statusOf(cookie)).toBe(401);
    expect((await attempt('password', { email, password })).status).toBe(401);
  });
});

describe('a password', () => {
  it('opens a session, whatever the case of the address', async () => {
    const { email } = await withPassword();
    const response = await attempt('password', { email: email.toUpperCase(), password });
    expect(await response.json()).toMatchObject({ user: { email, has_password: true } });
  });

  it('has one response for a wrong one, an unknown address and a person without one', async () => {
    const { email } = await withPassword();
    const { member } = await codeFor();
    const wrong = await attempt('password', { email, password: 'wrong' });
    const unknown = await attempt('password', { email: 'unknown@shop.example', password });
    const without = await attempt('password', { email: member.email, password });
    const bodies = await Promise.all([wrong, unknown, without].map((response) => response.text()));
    expect(new Set(bodies)).toEqual(
      new Set(['{"error":"the e-mail address or the password is wrong","status":401,"code":"unauthorized"}']),
    );
  });

  it('ends the other sessions when it is set', async () => {
    const { email, cookie } = await withPassword();
    const other = cookieOf(await attempt('password', { email, password }));
    const again = {
      method: 'PUT',
      body: { password: `${password}!` },
      headers: { ...sameOrigin, cookie: other },
    };
    await server.fetch('/dashboard/api/me/password', again);
    expect([await statusOf(cookie), await statusOf(other)]).toEqual([401, 200]);
  });
});

describe('an account that is reset', () => {
  it('gets no session from its old password, which was being verified then', async () => {
    const { email } = await withPassword();
    clock.advance(minuteMs);
    const client = { address: '192.0.2.1', userAgent: undefined };
    const signIn = signInWithPassword(server.deps, { email, password }, client);
    const [{ status }, { member }] = await Promise.all([
      signIn.then(
        () => ({ status: 'signed in' }),
        () => ({ status: 'rejected' }),
      ),
      codeFor(email),
    ]);
    expect(status).toBe('rejected');
    expect(await listSessions(server.deps, member.user_id)).toEqual([]);
  });

  it('gets no password from its old session, which was being set then', async () => {
    const { email, cookie } = await withPassword();
    const signedIn = await findSession(server.deps, cookie.replace('__Host-session=', ''));
    if (signedIn === undefined) throw new Error('the person is signed in');
    const actor = { name: email, address: null };
    const setting = hashPassword('another long password').then((hash) =>
      server.deps.database.changeAll(actor, (context) => setPassword(context, signedIn, hash)),
    );
    await Promise.all([expect(setting).rejects.toThrow('sign in first'), codeFor(email)]);
    expect(await server.deps.database.readAll((all) => readUser(all, { email }))).toMatchObject({
      password: null,
    });
  });
});

describe('attempts to sign in', () => {
  const post = (path: string, body: object, headers = {}) =>
    server.fetch(`/dashboard/api/session/${path}`, { body, headers: { ...sameOrigin, ...headers } });

  /** The statuses of wrong passwords from an address, one after the other. */
  async function guess(email: string, count: number, from = '198.51.100.7'): Promise<number[]> {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const body = { email, password: `wrong ${index}` };
      statuses.push((await post('password', body, { 'x-forwarded-for': from })).status);
    }
    return statuses;
  }

  it('are limited for an account and an address, without a response that a known address would not get', async () => {
    clock.advance(minuteMs);
    expect(await guess('nobody@shop.example', 11)).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const body = { email: 'nobody@shop.example', password };
    const rejected = await post('password', body, { 'x-forwarded-for': '198.51.100.7' });
    expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('that use up those of an account stop neither its owner elsewhere nor a session that signs in again', async () => {
    const { email, cookie } = await withPassword();
    clock.advance(minuteMs);
    expect((await guess(email, 11)).at(-1)).toBe(429);
    const here = { 'x-forwarded-for': '198.51.100.7' };
    expect((await post('password', { email, password }, { ...here, cookie })).status).toBe(200);
    expect((await post('password', { email, password }, here)).status).toBe(429);
    const elsewhere = { 'x-forwarded-for': '203.0.113.5' };
    expect((await post('password', { email, password }, elsewhere)).status).toBe(200);
  });

  it('are limited for a session that signs in again', async () => {
    const { email, cookie } = await withPassword();
    const again = () => post('password', { email, password: 'wrong' }, { cookie });
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await again()).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
  });

  it('are in the audit log when the password was wrong, once a minute for each address', async () => {
    const { email } = await withPassword();
    clock.advance(minuteMs);
    await guess(email, 3, '198.51.100.8');
    await guess(email, 1, '2001:db8::7');
    const failures = async () => {
      const entries = await auditOf(server.deps, server.shop.store.id, 10);
      return entries.filter(({ action, actor }) => action === 'session.rejected' && actor === email);
    };
    await vi.waitUntil(async () => (await failures()).length === 2);
    expect((await failures()).map(({ address }) => address)).toEqual(['2001:db8::7', '198.51.100.8']);
  });

  it('are limited for an address, with codes too', async () => {
    clock.advance(minuteMs);
    const responses = await Promise.all(Array.from({ length: 31 }, () => post('code', { code: 'wrong' })));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('a session', () => {
  it('is replaced at sign-in: a cookie that was planted before opens nothing', async () => {
    const attacker = await (await addPerson(server, server.otherShop.store.id, 'owner')).signIn();
    const planted = `__Host-session=${'p'.repeat(43)}`;
    const first = await attempt('code', { code: (await codeFor()).code }, { cookie: planted });
    expect(cookieOf(first)).not.toBe(planted);
    expect(await statusOf(planted)).toBe(401);
    await attempt('code', { code: (await codeFor()).code }, { cookie: attacker.cookie });
    expect(await statusOf(attacker.cookie)).toBe(401);
  });

  it('cannot be used again after signing out', async () => {
    const cookie = cookieOf(await attempt('code', { code: (await codeFor()).code }));
    const response = await server.fetch('/dashboard/api/session', {
      method: 'DELETE',
      headers: { ...sameOrigin, cookie },
    });
    expect([response.status, cookieOf(response)]).toEqual([204, '__Host-session=']);
    expect(await statusOf(cookie)).toBe(401);
    const [entry] = await auditOf(server.deps, server.shop.store.id, 1);
    expect(entry).toMatchObject({ action: 'session.ended', address: '127.0.0.1' });
  });

  it('ends after 30 minutes without a request', async () => {
    const cookie = cookieOf(await attempt('code', { code: (await codeFor()).code }));
    clock.advance(maxIdleMs - minuteMs);
    expect(await statusOf(cookie)).toBe(200);
    clock.advance(maxIdleMs - minuteMs);
    expect(await statusOf(cookie)).toBe(200);
    clock.advance(maxIdleMs);
    expect(await statusOf(cookie)).toBe(401);
  });

  it('ends after 12 hours, however much it is used', async () => {
    const cookie = cookieOf(await attempt('code', { code: (await codeFor()).code }));
    const steps = maxSessionMs / (20 * minuteMs);
    for (let step = 1; step < steps; step += 1) {
      clock.advance(20 * minuteMs);
      expect(await statusOf(cookie)).toBe(200);
    }
    clock.advance(20 * minuteMs);
    expect(await statusOf(cookie)).toBe(401);
  });

  it('is listed by the person whose it is, and ended by nobody else', async () => {
    const person = await addPerson(server, server.shop.store.id, 'member');
    const [first, second] = [await person.signIn(), await person.signIn()];
    const stranger = await (await addPerson(server, server.shop.store.id, 'owner')).signIn();
    const list = await first.fetch('/dashboard/api/me/sessions');
    const { sessions } = (await list.json()) as Schemas['SessionList'];
    expect(sessions.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
    const path = `/dashboard/api/me/sessions/${second.id}`;
    expect((await stranger.fetch(path, { method: 'DELETE' })).status).toBe(404);
    expect(await statusOf(second.cookie)).toBe(200);
    expect((await first.fetch(path, { method: 'DELETE' })).status).toBe(204);
    expect(await statusOf(second.cookie)).toBe(401);
  });

  it('opens nothing under /api, /mcp and beside an API key', async () => {
    const { cookie } = await (await addPerson(server, server.shop.store.id, 'owner')).signIn();
    const headers = { ...sameOrigin, cookie };
    expect((await server.fetch('/api/agents', { headers })).status).toBe(401);
    expect((await server.fetch('/mcp', { body: {}, headers })).status).toBe(401);
    expect((await server.api('/dashboard/api/me')).status).toBe(401);
  });

  it('is rejected when the cookie is there twice', async () => {
    const { cookie } = await (await addPerson(server, server.shop.store.id, 'owner')).signIn();
    expect(await statusOf(`${cookie}; ${cookie}`)).toBe(401);
  });
});

describe('a request that changes something', () => {
  it.each<[given: string, headers: Readonly<Record<string, string>>, status: number]>([
    ['of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['of another origin of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }, 403],
    ['with another Origin', { origin: 'https://evil.example' }, 403],
    ['with the Origin null', { origin: 'null' }, 403],
    ['without Sec-Fetch-Site and Origin', {}, 403],
    ['with the Origin of its host', { host: 'shop.example', origin: 'https://shop.example' }, 204],
    ['of the same origin', sameOrigin, 204],
  ])('%s', async (_given, headers, status) => {
    const { cookie } = await (await addPerson(server, server.shop.store.id, 'owner')).signIn();
    const request = { method: 'DELETE', headers: { ...headers, cookie } };
    expect((await server.fetch('/dashboard/api/session', request)).status).toBe(status);
    expect(await statusOf(cookie)).toBe(status === 204 ? 401 : 200);
  });
});
