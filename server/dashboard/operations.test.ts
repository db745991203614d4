import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, type OperationId } from '../../generated/dashboard-operations.ts';
import { entriesOf } from '../http/operation-routes.ts';
import { createKey } from '../services/api-keys.ts';
import { maxRecentMs } from '../services/sessions.ts';
import { addPerson, sameOrigin, type TestPerson } from '../testing/dashboard-client.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { sampleConversation, sampleMessage } from '../testing/sample-records.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import type { TestFetch } from '../testing/tls-fetch.ts';
import { handlers } from './operations.ts';

// Generated from the document: every operation for everybody who may call it, and everybody who may not.

const clock = createMovableClock();
let server: TestServer;
let owner: TestPerson;
let member: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ clock });
  const [shop, otherShop] = [server.shop.store.id, server.otherShop.store.id];
  owner = await addPerson(server, shop, 'owner');
  member = await addPerson(server, shop, 'member');
  stranger = await addPerson(server, otherShop, 'owner');
});
afterAll(() => server.close());

/** A valid body of each operation that has one. */
const bodies: Partial<Record<OperationId, object>> = {
  signInWithCode: { code: 'x'.repeat(43) },
  signInWithPassword: { email: 'nobody@shop.example', password: 'wrong' },
  setPassword: { password: 'correct horse battery' },
  createApiKey: {},
  regenerateApiKey: { overlap_hours: 0 },
  inviteMember: { email: 'new@shop.example', role: 'member' },
  changeRole: { role: 'member' },
};

/** The query of each operation that needs one. */
const queries: Partial<Record<OperationId, string>> = {
  exportConversation: '?format=csv',
  getOverview: '?time_zone=Europe/Berlin',
  getAnalytics: '?from=2026-11-01&to=2026-11-07&time_zone=Asia/Kolkata',
  exportAnalytics: '?from=2026-11-01&to=2026-11-07&time_zone=UTC',
};

/** Sends a valid request of an operation about things of the shop that exist. */
async function send(id: OperationId, fetch: TestFetch, sessionId = 'ses_unknown'): Promise<Response> {
  const { method, path } = operations[id];
  const body = bodies[id];
  const url = (await fillPath(path, sessionId)) + (queries[id] ?? '');
  return fetch(url, { method: method.toUpperCase(), ...(body && { body }) });
}

async function addConversation(): Promise<string> {
  const { store, agentId } = server.shop;
  const conversation = sampleConversation(store.id, agentId);
  const question = sampleMessage(store.id, conversation.id);
  await server.deps.repositories.conversations.insert(store.id, conversation, question);
  return conversation.id;
}

async function fillPath(path: string, sessionId: string, storeId = server.shop.store.id): Promise<string> {
  const values: Record<string, () => Promise<string>> = {
    store_id: async () => storeId,
    session_id: async () => sessionId,
    key_id: async () => (await createKey(server.deps, server.shop.store.id)).record.id,
    conversation_id: async () => addConversation(),
    user_id: async () => (await addPerson(server, server.shop.store.id, 'member')).user.id,
  };
  let filled = path;
  for (const [placeholder, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    filled = filled.replace(placeholder, (await values[name]?.()) ?? 'unknown');
  }
  return filled;
}

const served = entriesOf(operations).filter(([id]) => Object.hasOwn(handlers, id));
const privateOnes = served.filter(([, { session }]) => session);
const ofStores = served.filter(([, { role }]) => role !== 'none');

describe.each(privateOnes)('%s', (id, { role, recentSignIn, successStatus }) => {
  const expectStatus = async (person: TestPerson, status: number): Promise<Response> => {
    const session = await person.signIn();
    const response = await send(id, session.fetch, session.id);
    expect(response.status).toBe(status);
    return response;
  };

  it('responds with success to an owner', () => expectStatus(owner, successStatus));

  it(`responds with ${role === 'owner' ? 403 : 'success'} to a member`, () =>
    expectStatus(member, role === 'owner' ? 403 : successStatus));

  it(`responds with ${role === 'none' ? 'success' : 404} to an owner of another store`, () =>
    expectStatus(stranger, role === 'none' ? successStatus : 404));

  it('responds with 401 without a session, for an API key, and for a made-up cookie', async () => {
    const cookie = `__Host-session=${'x'.repeat(43)}`;
    for (const headers of [{}, bearer(server.shop.key), { cookie }]) {
      const response = await send(id, (path, init) =>
        server.fetch(path, { ...init, headers: { ...sameOrigin, ...headers } }),
      );
      expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Session']);
    }
  });

  it(`responds with ${recentSignIn ? 401 : 'success'} after more than 5 minutes`, async () => {
    const session = await owner.signIn();
    clock.advance(maxRecentMs + 1000);
    const response = await send(id, session.fetch, session.id);
    expect(response.status).toBe(recentSignIn ? 401 : successStatus);
    expect(response.headers.get('www-authenticate')).toBe(
      recentSignIn ? 'Session error="insufficient_user_authentication", max_age=300' : null,
    );
  });

  it('rejects a page of another site', async () => {
    const { fetch } = await owner.signIn();
    const response = await send(id, (path, init) =>
      fetch(path, { ...init, headers: { 'sec-fetch-site': 'cross-site' } }),
    );
    expect(response.status).toBe(403);
  });
});

it.each(ofStores)(
  '%s has the same response for a store of others and for an unknown one',
  async (id, { method, path }) => {
    const { fetch, id: sessionId } = await stranger.signIn();
    const init = { method: method.toUpperCase(), ...(bodies[id] && { body: bodies[id] }) };
    const [foreign, unknown] = await Promise.all([
      fetch(await fillPath(path, sessionId), init),
      fetch(await fillPath(path, sessionId, 'str_unknown'), init),
    ]);
    expect(foreign.status).toBe(404);
    expect(await foreign.text()).toBe(await unknown.text());
  },
);

it.each(served.filter(([, { session }]) => !session))(
  '%s responds with 401 to invalid credentials',
  async (id) => {
    const response = await send(id, (path, init) => server.fetch(path, { ...init, headers: sameOrigin }));
    expect(response.status).toBe(401);
  },
);

it.each(entriesOf(operations).filter(([id]) => !Object.hasOwn(handlers, id)))(
  '%s, which is not built yet, is not served',
  async (id) => {
    const { fetch } = await owner.signIn();
    expect((await send(id, fetch)).status).toBe(404);
  },
);

it('rejects a method that a path does not have, with Allow', async () => {
  const { fetch } = await owner.signIn();
  const response = await fetch('/dashboard/api/me', { method: 'DELETE' });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
});

it.each(['%E0%A4%A', '%00', 'a%2Fb', 'x'.repeat(201)])('rejects %s in a path as invalid', async (id) => {
  const { fetch } = await owner.signIn();
  expect((await fetch(`/dashboard/api/me/sessions/${id}`, { method: 'DELETE' })).status).toBe(400);
});

it('rejects a form, an unknown field and a short password', async () => {
  const { fetch } = await owner.signIn();
  const put = (init: object) => fetch('/dashboard/api/me/password', { method: 'PUT', ...init });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await put({ headers: form, body: 'password=correct+horse+battery' })).status).toBe(415);
  const unknown = await put({ body: { password: 'correct horse battery', colour: 'red' } });
  expect(await unknown.json()).toEqual({ error: 'unknown field colour', status: 400 });
  expect((await put({ body: { password: 'too short' } })).status).toBe(400);
});
