import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { validateRequest, validateResponse } from '../../generated/validators.js';
import { addConversation } from '../dashboard/testing/add-conversations.ts';
import type { Schemas } from '../dashboard/handler.ts';
import type { Result } from '../db/records.ts';
import { eraseVisitor } from '../services/conversations.ts';
import { updateChatbot } from '../services/chatbots.ts';
import { addPerson } from '../testing/dashboard-client.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { auditOf, changeStore } from '../testing/test-shop.ts';
import type { TestFetch } from '../testing/tls-fetch.ts';
import { asVisitor, openVisitor } from '../testing/visitor-client.ts';

const clock = createMovableClock();
const minute = 60_000;
let server: TestServer;
let token: string;
let visitorId: string;
let dashboard: TestFetch;
beforeAll(async () => {
  server = await startTestServer({ clock });
  ({ fetch: dashboard } = await (await addPerson(server, server.shop.store.id, 'member')).signIn());
});
afterAll(() => server.close());
beforeEach(async () => {
  // After a day the limits of the previous test are reset.
  clock.advance(25 * 60 * minute);
  const session = await openVisitor(server);
  ({ token } = session);
  visitorId = session.visitor_secret.split('.')[0] ?? '';
  ({ fetch: dashboard } = await (await addPerson(server, server.shop.store.id, 'member')).signIn());
});

/** A conversation of the visitor with one reply. */
function converse(result: Result, visitor_id = visitorId): Promise<string> {
  const { store, agentId } = server.shop;
  const created_at = new Date(clock.now()).toISOString();
  const talk = { question: 'Tents?', visitor_id, created_at, reply: { result } };
  return addConversation(server.deps, store.id, agentId, talk);
}

async function offered(conversationId: string): Promise<unknown> {
  const path = `/embed/messages?conversation_id=${conversationId}`;
  const response = await asVisitor(server, token, path);
  const body: unknown = await response.json();
  if (response.status !== 200) return response.status;
  expect(validateResponse.offersMessage[200](body)).toBe(true);
  return (body as { offered: boolean }).offered;
}

const messageOf = (conversation_id: string, change: object = {}) => ({
  id: crypto.randomUUID(),
  conversation_id,
  email: 'ana@shopper.example',
  text: 'Do you have tents for four?',
  ...change,
});

async function leave(body: object, withToken = token): Promise<number> {
  return (await asVisitor(server, withToken, '/embed/messages', { body })).status;
}

const stores = (rest: string) => `/dashboard/api/stores/${server.shop.store.id}/${rest}`;
const waiting = async () =>
  (await (await dashboard(stores('left-messages'))).json()) as Schemas['LeftMessageList'];
const conversation = async (id: string) =>
  (await (await dashboard(stores(`conversations/${id}`))).json()) as Schemas['Conversation'];

async function finishAll(): Promise<void> {
  for (const { id } of (await waiting()).messages) {
    await dashboard(stores(`left-messages/${id}/done`), { method: 'POST' });
  }
}

describe('a message for a person', () => {
  it.each([
    ['helped', false],
    ['small_talk', false],
    ['nothing_found', true],
    ['not_known', true],
    ['declined', true],
    ['failed', true],
    ['limited', true],
  ] as const)('after a reply that was %s is offered: %s', async (result, isOffered) => {
    const id = await converse(result);
    expect(await offered(id)).toBe(isOffered);
    expect(await leave(messageOf(id))).toBe(isOffered ? 204 : 409);
    await finishAll();
  });

  it('waits once however often it is sent, and is offered again after the next reply that is no help', async () => {
    const id = await converse('nothing_found');
    const message = messageOf(id);
    expect(validateRequest.leaveMessage(message)).toBe(true);
    expect([await leave(message), await leave(message)]).toEqual([204, 204]);
    expect(await offered(id)).toBe(false);
    expect(await leave(messageOf(id))).toBe(409);
    const { email, text } = message;
    expect(await waiting()).toMatchObject({
      total: 1,
      messages: [{ conversation_id: id, email, text, done_at: null }],
    });
  });

  it('that is done leaves the list with an entry in the audit log, and stays in its conversation', async () => {
    const { messages } = await waiting();
    const [message] = messages;
    const path = stores(`left-messages/${message?.id}/done`);
    expect((await dashboard(path, { method: 'POST' })).status).toBe(204);
    expect((await dashboard(path, { method: 'POST' })).status).toBe(404);
    expect(await waiting()).toEqual({ messages: [], total: 0 });
    const [entry] = await auditOf(server.deps, server.shop.store.id, 1);
    expect(entry).toMatchObject({ action: 'message.done', subject: message?.id });
    const id = message?.conversation_id ?? '';
    expect((await conversation(id)).left_messages).toMatchObject([{ id: message?.id, done_at: entry?.at }]);
    const csv = await (await dashboard(stores(`conversations/${id}/export?format=csv`))).text();
    expect(csv).toContain('left_message,ana@shopper.example: Do you have tents for four?');
  });

  it('is done in its conversation, too, when its notice is', async () => {
    const id = await converse('not_known');
    await leave(messageOf(id));
    const notices = async () => (await (await dashboard(stores('notices'))).json()) as Schemas['Notices'];
    const [notice] = (await notices()).open;
    expect(notice).toMatchObject({ kind: 'left_message' });
    const path = stores(`notices/${notice?.id}/done`);
    expect((await dashboard(path, { method: 'POST' })).status).toBe(204);
    expect([await waiting(), (await notices()).open]).toEqual([{ messages: [], total: 0 }, []]);
    const [left] = (await conversation(id)).left_messages;
    const [entry] = await auditOf(server.deps, server.shop.store.id, 1);
    expect(entry).toMatchObject({ action: 'message.done', subject: left?.id, at: left?.done_at });
  });

  it('is erased with its person', async () => {
    await leave(messageOf(await converse('not_known')));
    await changeStore(server.deps, server.shop.store.id, (context) => eraseVisitor(context, visitorId));
    expect((await waiting()).total).toBe(0);
  });

  it('is neither offered nor stored where the chatbot does not offer it', async () => {
    const id = await converse('not_known');
    const { store, chatbotId } = server.shop;
    const offer = (leave_message: boolean) =>
      changeStore(server.deps, store.id, (context) =>
        updateChatbot(context, chatbotId, { config: { leave_message } }),
      );
    await offer(false);
    expect([await offered(id), await leave(messageOf(id))]).toEqual([false, 409]);
    await offer(true);
    expect(await offered(id)).toBe(true);
  });

  it('is rejected for a conversation that is not the visitor’s, and without a visitor', async () => {
    const id = await converse('not_known', 'vis_other');
    for (const unknown of [id, 'cnv_unknown', '%00']) expect(await offered(unknown)).toBe(404);
    expect(await leave(messageOf(id))).toBe(404);
    expect(await leave(messageOf(id), server.shop.key)).toBe(401);
  });

  it.each([
    ['an address that is none', { email: 'ana' }],
    ['two addresses', { email: 'ana@shopper.example, bob@shopper.example' }],
    ['an address of two lines', { email: 'ana@shopper.example\nBcc: bob@shopper.example' }],
    ['no question', { text: '' }],
    ['a question of more than 2,000 characters', { text: 'x'.repeat(2001) }],
    ['an id that is none', { id: 'one' }],
    ['an unknown field', { store_id: 'str_1' }],
  ])('is rejected with 400, and by the contract, for %s', async (_what, change) => {
    const message = messageOf('cnv_1', change);
    expect(validateRequest.leaveMessage(message)).toBe(false);
    expect(await leave(message)).toBe(400);
  });

  it('is limited to 3 a minute and 5 a day for a visitor, with Retry-After', async () => {
    const statuses: number[] = [];
    for (const pause of [0, 0, 0, 0, minute, 0, minute]) {
      clock.advance(pause);
      statuses.push(await leave(messageOf(await converse('failed'))));
    }
    expect(statuses).toEqual([204, 204, 204, 429, 204, 204, 429]);
    clock.advance(minute);
    const body = messageOf(await converse('failed'));
    const rejected = await asVisitor(server, token, '/embed/messages', { body });
    // A day after the first one, two minutes ago.
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(86_000);
    ({ token } = await openVisitor(server));
    expect(await offered(body.conversation_id)).toBe(404);
  });

  it('is limited to 6 a minute for a network and 200 a day for a store', async () => {
    const others: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      const session = await openVisitor(server);
      const id = await converse('failed', session.visitor_secret.split('.')[0]);
      others.push(await leave(messageOf(id), session.token));
    }
    expect(others).toEqual([204, 204, 204, 204, 204, 204, 429]);
    clock.advance(minute);
    const { store } = server.shop;
    await changeStore(server.deps, store.id, async ({ tables, now: left_at }) => {
      const rows = Array.from({ length: 194 }, (_, index) => {
        const ids = { id: `lef_${index}`, conversation_id: `cnv_${index}`, visitor_id: `vis_${index}` };
        const texts = { email: 'ana@shopper.example', text: 'Tents?' };
        return { ...ids, ...texts, store_id: store.id, key: 'k', reply_id: 'r', left_at, done_at: null };
      });
      for (const row of rows) await tables('left_messages').insert(row);
    });
    expect(await leave(messageOf(await converse('failed')))).toBe(429);
    const list = await waiting();
    expect([list.total >= 200, list.messages.length]).toEqual([true, 100]);
  });
});
