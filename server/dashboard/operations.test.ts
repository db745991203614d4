import { addConversation as insertConversation } from '../testing/add-messages.ts';
import { putSource } from '../services/sources.ts';
import { changeStore } from '../testing/test-shop.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, type OperationId } from '../../generated/dashboard-operations.ts';
import { entriesOf } from '../http/operation-routes.ts';
import { type AgentCreate, createAgent } from '../services/agents.ts';
import { issueKey } from '../testing/test-shop.ts';
import { createChatbot, defaultSettings } from '../services/chatbots.ts';
import { deleteKnowledge, importKnowledgeText } from '../services/knowledge.ts';
import { maxRecentMs } from '../services/sessions.ts';
import { addPerson, sameOrigin, type TestPerson } from '../testing/dashboard-client.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { sampleConversation, sampleMessage } from '../testing/sample-records.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { addImport, untilImported } from '../testing/test-imports.ts';
import type { TestFetch, TestRequest } from '../testing/tls-fetch.ts';
import { listAudit, operatorActor } from '../services/audit.ts';
import { queueNotice } from '../db/notices.ts';
import { newId } from '../support/ids.ts';
import { listMessages } from '../db/messages.ts';
import { addConversation as addAsked } from './testing/add-conversations.ts';

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

const agent: AgentCreate = {
  name: 'Advisor',
  type: 'shopping',
  config: { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' },
};

function chatbot(agentId: string) {
  const hosts = { allowed_origins: [], image_hosts: [], link_hosts: [], status: 'active' };
  return { agent_id: agentId, name: 'Front page', config: defaultSettings, ...hosts };
}

type FileImport = 'importFile' | 'importKnowledgeFile';
type WithBody = {
  [Id in OperationId]: (typeof operations)[Id]['requestBody'] extends true ? Id : never;
}[OperationId];

/** A valid body of each operation that has one, beside `files`. */
const bodies: Partial<Record<OperationId, object>> & Record<Exclude<WithBody, FileImport>, object> = {
  signInWithCode: { code: 'x'.repeat(43) },
  signInWithPassword: { email: 'nobody@shop.example', password: 'wrong' },
  requestSignInLink: { email: 'nobody@shop.example' },
  setPassword: { password: 'correct horse battery' },
  createApiKey: {},
  regenerateApiKey: { overlap_hours: 0 },
  checkSetup: { code: 'x'.repeat(43) },
  setUp: {
    code: 'x'.repeat(43),
    email: 'first@shop.example',
    password: 'correct horse battery',
    store_name: 'Shop',
  },
  signInWithOidc: { code: 'code', state: 'state' },
  inviteMember: { email: 'new@shop.example', role: 'member' },
  changeRole: { role: 'member' },
  setNoticeMail: { wants_mail: true },
  setWebhook: { url: 'https://help.shop.example/hook' },
  createDashboardAgent: agent,
  updateDashboardAgent: { ...agent, version: 1, status: 'disabled' },
  streamTestChat: { message: 'Do you have lamps?', draft: agent.config },
  streamPreviewChat: { message: 'Do you have lamps?' },
  createChatbot: chatbot('unknown'),
  updateChatbot: { ...chatbot('unknown'), version: 1 },
  importAddress: { url: 'https://localhost/feed.xml' },
  importKnowledgeText: { title: 'Returns', text: 'Within 30 days.' },
  importKnowledgeAddress: { url: 'https://localhost/returns' },
  improveQuestion: { action: 'other' },
  setSchedule: { every: 'daily' },
  setContact: { contact: 'help@shop.example' },
  connectLiveShop: { address: 'https://localhost' },
  allowImageHosts: { hosts: ['cdn.shop.example'] },
  setSynonyms: { synonyms: 'slippers, house shoes' },
};

/** A valid file of each operation that has one. */
const files: Partial<Record<OperationId, Pick<TestRequest, 'headers' | 'body'>>> = {
  importFile: {
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{"id":"a","title":"A","price":"1 EUR"}',
  },
  importKnowledgeFile: {
    headers: { 'content-type': 'application/octet-stream' },
    body: '# Returns\nWithin 30 days.',
  },
};

/** The query of each operation that needs one. */
const queries: Partial<Record<OperationId, string>> = {
  deleteDashboardAgent: '?version=1',
  deleteChatbot: '?version=1',
  exportConversation: '?format=csv',
  importKnowledgeFile: '?name=returns.md',
  searchKnowledge: '?query=returns',
  getOverview: '?time_zone=Europe/Berlin',
  getAnalytics: '?from=2026-11-01&to=2026-11-07&time_zone=Asia/Kolkata',
  listProductFigures: '?from=2026-11-01&to=2026-11-07&time_zone=UTC',
  exportAnalytics: '?from=2026-11-01&to=2026-11-07&time_zone=UTC',
};

/** The body of an operation; the shop's agent is known only once it is made. */
function bodyOf(id: OperationId): object | undefined {
  const body = bodies[id];
  return body && 'agent_id' in body ? { ...body, agent_id: server.shop.agentId } : body;
}

/** Sends a valid request of an operation about things of the shop that exist. */
async function send(id: OperationId, fetch: TestFetch, sessionId = 'ses_unknown'): Promise<Response> {
  const { method, path } = operations[id];
  const body = bodyOf(id);
  // A store has one running import.
  if (id.startsWith('import')) await untilImported(server, server.shop.store.id);
  const filled = (await fillPath(path, sessionId)) + (queries[id] ?? '');
  return fetch(filled, { method: method.toUpperCase(), ...(body && { body }), ...files[id] });
}

async function addConversation(): Promise<string> {
  const { store, agentId } = server.shop;
  const conversation = sampleConversation(store.id, agentId);
  const question = sampleMessage(store.id, conversation.id);
  await insertConversation(server.deps, conversation, question);
  return conversation.id;
}

/** Asks something in vain, and returns the id of the question. */
async function askInVain(): Promise<string> {
  const { store, agentId } = server.shop;
  const asked = { question: 'harpsichord', reply: { result: 'nothing_found' } } as const;
  const created_at = new Date(clock.now()).toISOString();
  const id = await addAsked(server.deps, store.id, agentId, { ...asked, created_at });
  const [question] = await listMessages(server.deps.database.reader(store.id), id);
  return question?.id ?? '';
}

function addSource(): Promise<string> {
  const { deps, shop } = server;
  const name = 'https://shop.example/feed';
  const source = { kind: 'feed', name, address: { url: name } } as const;
  return changeStore(deps, shop.store.id, (context) => putSource(context, deps.keyring, source));
}

/** What a shopper left. Returns its id. */
async function addLeftMessage(): Promise<string> {
  const { store } = server.shop;
  const id = newId('lef');
  const message = { id, store_id: store.id, conversation_id: await addConversation(), key: id, reply_id: id };
  const words = { visitor_id: 'vis_1', email: 'ana@shopper.example', text: 'Tents?' };
  await changeStore(server.deps, store.id, async ({ tables, now: left_at }) => {
    await tables('left_messages').insert({ ...message, ...words, left_at, done_at: null });
  });
  return id;
}

async function addKnowledge(): Promise<string> {
  const input = { title: 'Shipping', text: 'To Norway, too.' };
  const { id } = await importKnowledgeText(
    server.deps,
    { store: server.shop.store, actor: operatorActor },
    input,
  );
  return id;
}

async function addNotice(): Promise<string> {
  const notice = { kind: 'test', key: newId('ntc'), subject: 'A', text: 'a', path: 'overview' } as const;
  return changeStore(server.deps, server.shop.store.id, async (context) => {
    await queueNotice(context, notice);
    return (await context.tables('notices').where({ dedupe_key: notice.key }).first('id'))?.id ?? '';
  });
}

/** The id of an entry that can be undone. */
async function addChange(): Promise<string> {
  const documentId = await addKnowledge();
  await changeStore(server.deps, server.shop.store.id, (context) => deleteKnowledge(context, documentId));
  const { entries } = await listAudit(server.deps.database.reader(server.shop.store.id), { limit: 1 });
  return entries[0]?.id ?? '';
}

async function fillPath(path: string, sessionId: string, storeId = server.shop.store.id): Promise<string> {
  const values: Record<string, () => Promise<string>> = {
    store_id: async () => storeId,
    session_id: async () => sessionId,
    import_id: async () => (await addImport(server, storeId)).id,
    document_id: async () => addKnowledge(),
    entry_id: async () => addChange(),
    key_id: async () => (await issueKey(server.deps, server.shop.store)).record.id,
    agent_id: async () =>
      (
        await server.deps.database.change({ store: server.shop.store, actor: operatorActor }, (context) =>
          createAgent(context, agent),
        )
      ).id,
    chatbot_id: async () => {
      const input = { agent_id: server.shop.agentId, name: 'Front page' };
      return (
        await changeStore(server.deps, server.shop.store.id, (context) => createChatbot(context, input))
      ).id;
    },
    conversation_id: async () => addConversation(),
    message_id: async () => askInVain(),
    source_id: async () => addSource(),
    left_message_id: async () => addLeftMessage(),
    notice_id: async () => addNotice(),
    user_id: async () => (await addPerson(server, server.shop.store.id, 'member')).user.id,
  };
  let filled = path;
  for (const [placeholder, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    filled = filled.replace(placeholder, (await values[name]?.()) ?? 'unknown');
  }
  return filled;
}

const all = entriesOf(operations);
const privateOnes = all.filter(([, { session }]) => session);
const ofStores = all.filter(([, { role }]) => role !== 'none');

/** A test reaches no public address, so that no shop is connected. */
const successStatuses: Partial<Record<OperationId, number>> = {
  importKnowledgeAddress: 400,
  connectLiveShop: 400,
  disconnectLiveShop: 404,
};

describe.each(privateOnes)('%s', (id, { role, recentSignIn, ...operation }) => {
  const successStatus = successStatuses[id] ?? operation.successStatus;
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
      fetch(path, { ...init, headers: { ...init?.headers, 'sec-fetch-site': 'cross-site' } }),
    );
    expect(response.status).toBe(403);
  });
});

it.each(ofStores)(
  '%s has the same response for a store of others and for an unknown one',
  async (id, { method, path }) => {
    const { fetch, id: sessionId } = await stranger.signIn();
    const init = { method: method.toUpperCase(), ...(bodies[id] && { body: bodies[id] }), ...files[id] };
    const query = queries[id] ?? '';
    const [foreign, unknown] = await Promise.all([
      fetch((await fillPath(path, sessionId)) + query, init),
      fetch((await fillPath(path, sessionId, 'str_unknown')) + query, init),
    ]);
    expect(foreign.status).toBe(404);
    expect(await foreign.text()).toBe(await unknown.text());
  },
);

/** Operations without a session that do not respond with 401 to invalid credentials; neither a provider nor mail is configured. */
const openStatuses: Partial<Record<OperationId, number>> = {
  getSignInMethods: 200,
  requestSignInLink: 404,
  startOidc: 404,
  signInWithOidc: 404,
};

describe.each(all.filter(([, { session }]) => !session))('%s', (id) => {
  const sendFrom = (site: string) =>
    send(id, (path, init) => server.fetch(path, { ...init, headers: { 'sec-fetch-site': site } }));

  it(`responds with ${openStatuses[id] ?? 401} to invalid credentials`, async () => {
    expect((await sendFrom('same-origin')).status).toBe(openStatuses[id] ?? 401);
  });

  it('rejects a page of another site', async () => {
    expect((await sendFrom('cross-site')).status).toBe(403);
  });
});

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
  expect(await unknown.json()).toEqual({
    error: 'unknown field colour',
    status: 400,
    code: 'invalid_request',
  });
  expect((await put({ body: { password: 'too short' } })).status).toBe(400);
});
