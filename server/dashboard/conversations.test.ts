import { changeStore } from '../testing/test-shop.ts';
import { readConversation } from '../db/conversations.ts';
import { listMessages } from '../db/messages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../catalog/testing/make-product.ts';
import { startReply } from '../chat/reply.ts';
import { rateConversations } from '../db/conversations.ts';
import { addPerson } from '../testing/dashboard-client.ts';
import { connectMcpClient } from '../testing/mcp-client.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { eventsOf } from '../testing/read-events.ts';
import { shoppingModel } from '../testing/shopping-model.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { requestTo } from '../testing/test-chat.ts';
import { auditOf, addProducts, addTestShop, type TestShop } from '../testing/test-shop.ts';
import type { TestFetch } from '../testing/tls-fetch.ts';
import { asVisitor, openVisitor } from '../testing/visitor-client.ts';
import type { Schemas } from './handler.ts';
import { findAgent } from '../db/agents.ts';

type Conversation = Schemas['Conversation'];
type Page = Schemas['ConversationPage'];

const clock = createMovableClock();
const dayMs = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock, models: shoppingModel() });
});
afterAll(() => server.close());

interface Shop extends TestShop {
  /** Sends a message by API key, and returns the conversation's id. */
  ask(message: string, conversationId?: string): Promise<string>;
  /** Calls an operation as a member. */
  fetch: TestFetch;
  list(query?: string): Promise<Page>;
  read(id: string): Promise<Conversation>;
}

async function openShop(): Promise<Shop> {
  const shop = await addTestShop(server.deps, { plan: 'enterprise' });
  const person = await addPerson(server, shop.store.id, 'member');
  const path = `/dashboard/api/stores/${shop.store.id}/conversations`;
  // A session ends after 30 minutes.
  const fetch: TestFetch = async (rest, init) => (await person.signIn()).fetch(`${path}${rest}`, init);
  const json = async <Body>(rest: string): Promise<Body> => (await fetch(rest)).json() as Promise<Body>;
  return {
    ...shop,
    fetch,
    list: (query = '') => json<Page>(query),
    read: (id) => json<Conversation>(`/${id}`),
    async ask(message, conversationId) {
      const headers = { Authorization: `Bearer ${shop.key}` };
      const body = { agent_id: shop.agentId, message, conversation_id: conversationId };
      const response = await server.fetch('/api/agents/chat/stream', { body, headers });
      await response.text();
      return response.headers.get('x-conversation-id') ?? '';
    },
  };
}

const idsOf = ({ conversations }: Page): string[] => conversations.map(({ id }) => id);

async function askAsVisitor(shop: TestShop, message: string, secret?: string) {
  const visitor = await openVisitor(server, shop, secret);
  const body = { agent_id: shop.agentId, message, stream: false };
  const response = await asVisitor(server, visitor.token, '/api/agents/chat/stream', { body });
  return { id: response.headers.get('x-conversation-id') ?? '', secret: visitor.visitor_secret };
}

describe('a conversation', () => {
  it('is recorded with channel, messages, tool calls, tokens and times', async () => {
    const shop = await openShop();
    await addProducts(server.deps, shop.store.id, [makeProduct('lamp', { title: 'Lamp' })]);
    const id = await shop.ask('A lamp, please');
    const { summary, messages } = await shop.read(id);
    expect(summary).toMatchObject({
      id,
      agent_name: 'Sample agent',
      channel: 'api',
      visitor_id: null,
      messages: 2,
      first_message: 'A lamp, please',
      results: ['helped'],
      thumb: null,
    });
    const [question, reply] = messages;
    expect(question).toMatchObject({ role: 'user', text: 'A lamp, please', model: null, tool_calls: [] });
    expect(reply).toMatchObject({
      role: 'assistant',
      text: 'One moment. Here is **one** for you.',
      tool_calls: [{ tool: 'search_catalog', input: { query: 'lamp' }, output: { total: 1 } }],
      model: 'scripted',
      input_tokens: 22,
      output_tokens: 14,
      error: null,
    });
    expect(reply?.total_ms).toBeGreaterThanOrEqual(reply?.first_token_ms ?? Infinity);
  });

  it('has the channel and the chatbot of its begin', async () => {
    const shop = await openShop();
    const { id } = await askAsVisitor(shop, 'Is it there?');
    const client = await connectMcpClient(server, '2026-07-28', { key: shop.key });
    await client.callTool({
      name: 'send_message',
      arguments: { agent_id: shop.agentId, message: 'And here?' },
    });
    await client.close();
    const { conversations } = await shop.list();
    expect(conversations.map(({ channel }) => channel).toSorted()).toEqual(['mcp', 'widget']);
    const record = await readConversation(server.deps.database.reader(shop.store.id), id);
    expect(record).toMatchObject({ channel: 'widget', chatbot_id: shop.chatbotId, is_test: false });
  });

  it('has the results of its replies, each once', async () => {
    const shop = await openShop();
    const greeted = await shop.ask('Hello!');
    const unanswered = await shop.ask('A lamp');
    const failed = await shop.ask('fail please');
    const resultsOf = async (id: string) => (await shop.read(id)).summary.results;
    expect(await resultsOf(greeted)).toEqual(['small_talk']);
    expect(await resultsOf(unanswered)).toEqual(['nothing_found']);
    await shop.ask('A lamp', unanswered);
    await shop.ask('Hello!', unanswered);
    expect((await resultsOf(unanswered)).toSorted()).toEqual(['nothing_found', 'small_talk']);
    const [, reply] = (await shop.read(failed)).messages;
    expect(reply).toMatchObject({ result: 'failed', text: '' });
    expect(reply?.error).toMatch(/\w/);
  });

  it('that is a test is not listed, and a test does not continue another', async () => {
    const shop = await openShop();
    const agent = await findAgent(server.deps.database.reader(shop.store.id), shop.agentId);
    if (agent === undefined) throw new Error('the shop has no agent');
    const test = (conversationId?: string) =>
      startReply(
        server.deps.chat,
        { ...requestTo(agent, 'Try it', conversationId), isTest: true },
        new AbortController().signal,
      );
    const reply = await test();
    await eventsOf(reply);
    expect(idsOf(await shop.list())).toEqual([]);
    expect((await shop.read(reply.conversationId)).messages).toHaveLength(2);
    await eventsOf(await test(reply.conversationId));
    await expect(test(await shop.ask('A real one'))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the list', () => {
  it('is newest first in pages, and goes on after a conversation that was deleted', async () => {
    const shop = await openShop();
    const ids: string[] = [];
    for (const message of ['1', '2', '3', '4', '5']) {
      ids.unshift(await shop.ask(message));
      clock.advance(10);
    }
    const first = await shop.list('?limit=2');
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    await shop.fetch(`/${ids[1]}`, { method: 'DELETE' });
    const second = await shop.list(`?limit=2&cursor=${first.next_cursor}`);
    expect(idsOf(second)).toEqual(ids.slice(2, 4));
    const third = await shop.list(`?limit=2&cursor=${second.next_cursor}`);
    expect([idsOf(third), third.next_cursor]).toEqual([ids.slice(4), null]);
  });

  it('is narrowed by agent, channel, result and thumb', async () => {
    const shop = await openShop();
    const plain = await shop.ask('Do you deliver?');
    const failed = await shop.ask('fail please');
    const { id: liked } = await askAsVisitor(shop, 'Thanks a lot');
    const { id: disliked } = await askAsVisitor(shop, 'And returns?');
    await changeStore(server.deps, shop.store.id, (context) =>
      rateConversations(context, new Map([[liked, 'up']])),
    );
    await changeStore(server.deps, shop.store.id, (context) =>
      rateConversations(context, new Map([[disliked, 'down']])),
    );
    const find = async (query: string) => idsOf(await shop.list(query)).toSorted();
    expect(await find(`?agent_id=${shop.agentId}`)).toHaveLength(4);
    expect(await find('?agent_id=agt_unknown')).toEqual([]);
    expect(await find('?channel=api')).toEqual([plain, failed].toSorted());
    expect(await find('?result=failed')).toEqual([failed]);
    expect(await find('?result=small_talk')).toEqual([plain, liked, disliked].toSorted());
    expect(await find('?thumb=up')).toEqual([liked]);
    expect(await find('?thumb=down&result=small_talk&channel=widget')).toEqual([disliked]);
  });

  it('is narrowed to days of a time zone, and to the words of a message within seven days', async () => {
    const shop = await openShop();
    const id = await shop.ask('A 100% COTTON shirt_x');
    const { summary } = await shop.read(id);
    const dayIn = (timeZone: string, ms = 0) =>
      new Date(Date.parse(summary.started_at) + ms).toLocaleDateString('sv', { timeZone });
    const range = (zone: string, ms = 0, more = '') =>
      `?from=${dayIn(zone, ms)}&to=${dayIn(zone, ms)}&time_zone=${zone}${more}`;
    for (const zone of ['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      expect(idsOf(await shop.list(range(zone)))).toEqual([id]);
      for (const ms of [-dayMs, dayMs]) expect(idsOf(await shop.list(range(zone, ms)))).toEqual([]);
    }
    const search = async (text: string) =>
      idsOf(await shop.list(range('UTC', 0, `&text=${encodeURIComponent(text)}`)));
    expect(await search('100% cotton')).toEqual([id]);
    expect(await search('shirt_')).toEqual([id]);
    expect(await search('you said')).toEqual([id]);
    for (const text of ['1__%', '100_', 'wool', String.raw`\%`]) expect(await search(text)).toEqual([]);
  });

  it.each([
    ['?text=lamp', 'text is searched within at most 7 days: set from and to'],
    ['?text=lamp&from=2026-11-01&to=2026-11-08', 'text is searched within at most 7 days: set from and to'],
    ['?from=2026-11-02&to=2026-11-01', 'to must not be before from'],
    ['?from=2026-02-30', /from/],
    ['?time_zone=Mars/Olympus', 'time_zone must be the IANA name of a time zone'],
    ['?cursor=made-up', 'cursor is unknown'],
    // PostgreSQL rejects NUL in text.
    [`?cursor=${Buffer.from('\0 x').toString('base64url')}`, 'cursor is unknown'],
    ['?limit=101', /limit/],
    ['?channel=fax', /channel/],
  ])('rejects %s', async (query, message) => {
    const shop = await openShop();
    const response = await shop.fetch(query);
    const body = (await response.json()) as { error: string };
    expect(response.status).toBe(400);
    expect(body.error).toMatch(message);
  });
});

describe('an export', () => {
  it('is the conversation as a file, in JSON and in CSV without formulas', async () => {
    const shop = await openShop();
    const id = await shop.ask('=HYPERLINK("https://evil.example")');
    const json = await shop.fetch(`/${id}/export?format=json`);
    expect(json.headers.get('content-disposition')).toBe(`attachment; filename="conversation-${id}.json"`);
    expect(await json.json()).toEqual(await shop.read(id));
    const csv = await shop.fetch(`/${id}/export?format=csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="conversation-${id}.csv"`);
    const lines = (await csv.text()).split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain(`user,"'=HYPERLINK(""https://evil.example"")"`);
    expect(lines[2]).toContain(
      'assistant,"You said: =HYPERLINK(""https://evil.example"")",,small_talk,,scripted',
    );
  });
});

describe('a deletion', () => {
  it('removes one conversation, or all of its visitor, keeps the sums and is in the audit log', async () => {
    const shop = await openShop();
    const { id, secret } = await askAsVisitor(shop, 'One');
    for (const message of ['Two', 'Three']) await askAsVisitor(shop, message, secret);
    const { id: stranger } = await askAsVisitor(shop, 'Somebody else');
    const own = await shop.ask('By key');
    const remove = async (path: string) => (await shop.fetch(path, { method: 'DELETE' })).json();
    expect(await remove(`/${own}?visitor_conversations=true`)).toEqual({ deleted: 1 });
    expect(await remove(`/${id}?visitor_conversations=true`)).toEqual({ deleted: 3 });
    expect(idsOf(await shop.list())).toEqual([stranger]);
    expect((await shop.fetch(`/${id}`)).status).toBe(404);
    expect((await shop.fetch(`/${id}`, { method: 'DELETE' })).status).toBe(404);
    expect(await listMessages(server.deps.database.reader(shop.store.id), id)).toEqual([]);
    const entries = await auditOf(server.deps, shop.store.id, 2);
    expect(entries).toMatchObject([
      { action: 'conversation.deleted', subject: id, detail: 'with 2 others of the visitor' },
      { action: 'conversation.deleted', subject: own, detail: null },
    ]);
  });

  it('deletes the response that is stored for a repetition: the repeated request is a first one', async () => {
    const shop = await openShop();
    const ask = async () => {
      const headers = { Authorization: `Bearer ${shop.key}`, 'Idempotency-Key': 'once' };
      const body = { agent_id: shop.agentId, message: 'My name is Ada' };
      const response = await server.fetch('/api/agents/chat/stream', { body, headers });
      await response.text();
      return response.headers.get('x-conversation-id');
    };
    const id = await ask();
    expect(await ask()).toBe(id);
    await shop.fetch(`/${id}`, { method: 'DELETE' });
    expect(await ask()).not.toBe(id);
  });

  it('of a conversation of another store is 404, and removes nothing', async () => {
    const [shop, other] = [await openShop(), await openShop()];
    const id = await other.ask('Mine');
    for (const [path, method] of [
      [`/${id}`, 'GET'],
      [`/${id}/export?format=csv`, 'GET'],
      [`/${id}?visitor_conversations=true`, 'DELETE'],
    ] as const) {
      expect((await shop.fetch(path, { method })).status).toBe(404);
    }
    expect(idsOf(await other.list())).toEqual([id]);
  });
});
