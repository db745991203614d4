import { readConversation } from '../db/conversations.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings } from '../services/chatbots.ts';
import { changeStore, connectTools } from '../testing/test-shop.ts';
import { removeMember } from '../services/users.ts';
import { addPerson, sameOrigin, type TestSession } from '../testing/dashboard-client.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { readEvents } from '../testing/read-events.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { openVisitor } from '../testing/visitor-client.ts';

const clock = createMovableClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock, environment: { PUBLIC_URL: 'https://agents.example' } });
});
afterAll(() => server.close());

const config = { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' };
const newAgent = { name: 'Advisor', type: 'shopping', config };
const changed = { ...newAgent, name: 'Expert', status: 'active', version: 1 };

/** A store of its own with a member, and its path. */
async function addStoreWithMember() {
  const { store, key } = await server.addStore({ plan: 'free' });
  const person = await addPerson(server, store.id, 'member');
  const session = await person.signIn();
  const path = `/dashboard/api/stores/${store.id}`;
  const call = (method: string, below: string, body?: object) => send(session, method, path + below, body);
  const { body: agent } = await call('POST', '/agents', newAgent);
  return { store, key, person, session, path, call, agent };
}

async function send(session: TestSession, method: string, path: string, body?: object) {
  const response = await session.fetch(path, { method, ...(body && { body }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

function chatbotFor(agentId: string) {
  const hosts = { allowed_origins: [], image_hosts: [], link_hosts: ['shop.example'], status: 'active' };
  return { agent_id: agentId, name: 'Front page', config: defaultSettings, ...hosts };
}

function message(key: string, agentId: string, conversationId?: string): Promise<Response> {
  const body = {
    agent_id: agentId,
    message: 'Hello',
    ...(conversationId && { conversation_id: conversationId }),
  };
  return server.fetch('/api/agents/chat/stream', { headers: bearer(key), body });
}

describe('agents', () => {
  it('are created, read, changed and deleted, and the audit log says by whom', async () => {
    const { call, agent, person } = await addStoreWithMember();
    expect(agent).toMatchObject({ ...newAgent, status: 'active', version: 1, description: null });
    expect(agent.used_by).toEqual({ chatbots: [], conversations: 0 });
    expect((await call('GET', '/agents')).body).toEqual({ agents: [agent], agent_limit: 3 });
    const { body: updated } = await call('PUT', `/agents/${agent.id}`, {
      ...changed,
      description: 'For gifts',
    });
    expect(updated).toMatchObject({ name: 'Expert', description: 'For gifts', version: 2 });
    expect((await call('GET', `/agents/${agent.id}`)).body).toEqual(updated);
    expect((await call('DELETE', `/agents/${agent.id}?version=1`)).status).toBe(409);
    // PostgreSQL's integer ends before the one after it.
    expect((await call('DELETE', `/agents/${agent.id}?version=2147483647`)).status).toBe(400);
    expect((await call('DELETE', `/agents/${agent.id}?version=2`)).status).toBe(204);
    expect((await call('GET', `/agents/${agent.id}`)).status).toBe(404);
    const { body: log } = await call('GET', '/audit-log');
    const entries = log.entries.map((one: Record<string, string>) => [
      one['action'],
      one['detail'],
      one['actor'],
    ]);
    expect(entries.slice(0, 3)).toEqual([
      ['agent.deleted', 'Expert', person.user.email],
      ['agent.updated', 'Expert', person.user.email],
      ['agent.created', 'Advisor', person.user.email],
    ]);
  });

  it('a change of another version is a conflict, and changes nothing', async () => {
    const { call, agent } = await addStoreWithMember();
    expect((await call('PUT', `/agents/${agent.id}`, changed)).status).toBe(200);
    const late = await call('PUT', `/agents/${agent.id}`, { ...changed, name: 'Late' });
    expect(late).toMatchObject({ status: 409, body: { error: expect.stringContaining('someone else') } });
    expect((await call('GET', `/agents/${agent.id}`)).body).toMatchObject({ name: 'Expert', version: 2 });
  });

  it('R-8-05 share the limit of the plan with the API', async () => {
    const { call, agent } = await addStoreWithMember();
    const results = await Promise.all([1, 2, 3, 4].map(() => call('POST', '/agents', newAgent)));
    expect(results.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403]);
    expect((await call('DELETE', `/agents/${agent.id}?version=1`)).status).toBe(204);
    expect((await call('POST', '/agents', newAgent)).status).toBe(201);
  });

  it('R-3-02 a disabled agent is listed as such and rejects messages; enabled again it replies', async () => {
    const { call, agent, key } = await addStoreWithMember();
    await call('PUT', `/agents/${agent.id}`, { ...changed, status: 'disabled' });
    const list = await server.fetch('/api/agents', { headers: bearer(key) });
    expect(await list.json()).toMatchObject({ agents: [{ id: agent.id, status: 'disabled' }] });
    const rejected = await message(key, agent.id);
    expect(rejected.status).toBe(404);
    expect(await rejected.json()).toEqual({
      error: 'the agent is disabled: enable it in the dashboard',
      status: 404,
      code: 'not_found',
    });
    const mcp = await callMcp(key, agent.id);
    expect(mcp.result).toMatchObject({ isError: true });
    expect(JSON.stringify(mcp.result)).toContain('the agent is disabled');
    await call('PUT', `/agents/${agent.id}`, { ...changed, version: 2 });
    expect((await message(key, agent.id)).status).toBe(200);
  });

  it('are kept while a chatbot uses them, and a deleted one is not found by any transport', async () => {
    const { call, agent, key } = await addStoreWithMember();
    const { body: chatbot } = await call('POST', '/chatbots', chatbotFor(agent.id));
    const { body: read } = await call('GET', `/agents/${agent.id}`);
    expect(read.used_by.chatbots).toEqual([{ id: chatbot.id, name: 'Front page' }]);
    const kept = await call('DELETE', `/agents/${agent.id}?version=1`);
    expect(kept).toMatchObject({ status: 409, body: { error: expect.stringContaining('a chatbot uses') } });
    await call('DELETE', `/chatbots/${chatbot.id}?version=1`);
    await (await message(key, agent.id)).text();
    expect((await call('GET', `/agents/${agent.id}`)).body.used_by).toEqual({
      chatbots: [],
      conversations: 1,
    });
    expect((await call('DELETE', `/agents/${agent.id}?version=1`)).status).toBe(204);
    expect((await message(key, agent.id)).status).toBe(404);
    const list = await server.fetch('/api/agents', { headers: bearer(key) });
    expect(await list.json()).toEqual({ agents: [] });
    expect((await call('POST', '/chatbots', chatbotFor(agent.id))).status).toBe(404);
  });

  it('of another store cannot be read, changed, deleted or tried', async () => {
    const { call } = await addStoreWithMember();
    const { agentId, chatbotId } = server.otherShop;
    const answers = await Promise.all([
      call('GET', `/agents/${agentId}`),
      call('PUT', `/agents/${agentId}`, changed),
      call('DELETE', `/agents/${agentId}?version=1`),
      call('POST', `/agents/${agentId}/test-chat`, { message: 'Hello' }),
      call('POST', '/chatbots', chatbotFor(agentId)),
      call('GET', `/chatbots/${chatbotId}`),
      call('DELETE', `/chatbots/${chatbotId}?version=1`),
      call('GET', `/chatbots/${chatbotId}/snippet`),
      call('POST', `/chatbots/${chatbotId}/preview-token`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(404));
  });

  it('choose among the models that work here and the tools of the store, by name', async () => {
    const { call, store } = await addStoreWithMember();
    await connectTools(server.deps, {
      store_id: store.id,
      type: 'order_status',
      url: 'https://orders.example/mcp',
      headers: {},
      allow_private: false,
    });
    const { body } = await call('GET', '/agent-options');
    expect(body.models).toEqual([
      { model_provider: 'provider_one', model_id: 'shopping-1', name: expect.stringContaining('Built-in') },
    ]);
    expect(body.tools.map((tool: { type: string; name: string }) => [tool.type, tool.name])).toEqual([
      ['product_catalog', 'Product catalogue'],
      ['shop_knowledge', 'Shop knowledge'],
      ['order_status', 'Order status'],
    ]);
    expect(body.tools[2].description).toBe('Tools of orders.example.');
  });
});

async function callMcp(key: string, agentId: string) {
  const headers = {
    ...bearer(key),
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-06-18',
  };
  const params = { name: 'send_message', arguments: { agent_id: agentId, message: 'Hello' } };
  const response = await server.fetch('/mcp', {
    headers,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
  });
  const text = await response.text();
  return JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? 'null'));
}

describe('a test chat', () => {
  it('streams the events of a reply by a draft, also for a disabled agent, and goes on', async () => {
    const { call, agent, session, path, store, key } = await addStoreWithMember();
    await call('PUT', `/agents/${agent.id}`, { ...changed, status: 'disabled' });
    const ask = (body: object) =>
      session.fetch(`${path}/agents/${agent.id}/test-chat`, { method: 'POST', body });
    const draft = { ...config, mcp_capabilities: [{ type: 'product_catalog', enabled: true }] };
    const first = await ask({ message: 'Do you have lamps?', draft });
    expect(first.headers.get('content-type')).toContain('text/event-stream');
    const conversationId = first.headers.get('x-conversation-id');
    const types = [];
    for await (const event of readEvents(first)) types.push(event.type);
    // Only the draft has tools.
    expect(types).toContain('tool_use');
    expect(types.at(-1)).toBe('end');
    const conversation = await readConversation(server.deps.database.reader(store.id), conversationId ?? '');
    expect(conversation?.is_test).toBe(true);
    const second = await ask({ message: 'Thanks', conversation_id: conversationId });
    expect(second.headers.get('x-conversation-id')).toBe(conversationId);
    await second.text();
    await call('PUT', `/agents/${agent.id}`, { ...changed, version: 2 });
    const real = (await message(key, agent.id)).headers.get('x-conversation-id');
    expect((await ask({ message: 'Hello', conversation_id: real })).status).toBe(404);
  });

  it('is limited to 30 messages a minute for a person, apart from the limit of the store', async () => {
    const { agent, session, path, key } = await addStoreWithMember();
    const ask = async () => {
      const init = { method: 'POST', body: { message: 'Hi', conversation_id: 'cnv_unknown' } };
      return (await session.fetch(`${path}/agents/${agent.id}/test-chat`, init)).status;
    };
    for (let count = 0; count < 30; count += 1) expect(await ask()).toBe(404);
    expect(await ask()).toBe(429);
    expect((await message(key, agent.id)).status).toBe(200);
    clock.advance(60_000);
    expect(await ask()).toBe(404);
  });
});

describe('chatbots', () => {
  it('are created, replaced in every field, and deleted; a change of another version is a conflict', async () => {
    const { call, agent } = await addStoreWithMember();
    const look = { avatar_url: 'https://shop.example/logo.png', ai_notice: false, dark_mode: false };
    const settings = { ...defaultSettings, subtitle: 'We reply at once', ...look };
    const created = await call('POST', '/chatbots', { ...chatbotFor(agent.id), config: settings });
    expect(created).toMatchObject({ status: 201, body: { version: 1, link_hosts: ['shop.example'] } });
    expect(created.body.config).toEqual(settings);
    const { id } = created.body;
    const change = { ...chatbotFor(agent.id), name: 'Footer', version: 1 };
    const { body: updated } = await call('PUT', `/chatbots/${id}`, change);
    expect(updated).toMatchObject({ name: 'Footer', version: 2 });
    expect(updated.config).not.toHaveProperty('subtitle');
    expect((await call('PUT', `/chatbots/${id}`, change)).status).toBe(409);
    expect((await call('GET', '/chatbots')).body).toEqual({ chatbots: [updated] });
    expect((await call('DELETE', `/chatbots/${id}?version=1`)).status).toBe(409);
    expect((await call('DELETE', `/chatbots/${id}?version=2`)).status).toBe(204);
    expect((await call('GET', `/chatbots/${id}`)).status).toBe(404);
  });

  it('reject an origin with a path, and name the field', async () => {
    const { call, agent } = await addStoreWithMember();
    const input = { ...chatbotFor(agent.id), allowed_origins: ['https://shop.example/path'] };
    const rejected = await call('POST', '/chatbots', input);
    expect(rejected.status).toBe(400);
    expect(rejected.body.error).toContain('must be an origin such as https://shop.example');
  });

  it('R-4.5-01 have a snippet with the address of PUBLIC_URL', async () => {
    const { call, agent } = await addStoreWithMember();
    const { body: chatbot } = await call('POST', '/chatbots', chatbotFor(agent.id));
    const { body } = await call('GET', `/chatbots/${chatbot.id}/snippet`);
    const script = 'https://agents.example/embed/chatbot.js';
    expect(body.html).toBe(`<script src="${script}" data-chatbot-id="${chatbot.id}" async></script>`);
  });

  it('a preview token opens the chat of its chatbot on the own origin, which the chatbot does not allow', async () => {
    const { call, agent, person, store } = await addStoreWithMember();
    const { body: chatbot } = await call('POST', '/chatbots', chatbotFor(agent.id));
    const { body: preview } = await call('POST', `/chatbots/${chatbot.id}/preview-token`);
    const own = new URL(server.service.baseUrl).origin;
    const ask = (origin: string, conversation_id?: string) =>
      server.fetch('/dashboard/api/preview-chat', {
        headers: { ...bearer(preview.token), ...sameOrigin, origin },
        body: { message: 'Hello', ...(conversation_id && { conversation_id }) },
      });
    const reply = await ask(own);
    expect(reply.status).toBe(200);
    await reply.text();
    const conversationId = reply.headers.get('x-conversation-id') ?? '';
    const conversation = await readConversation(server.deps.database.reader(store.id), conversationId);
    const expected = { visitor_id: person.user.id, is_test: true, channel: 'widget', chatbot_id: chatbot.id };
    expect(conversation).toMatchObject(expected);
    await (await ask(own, conversationId)).text();
    expect((await ask('https://evil.example')).status).toBe(401);
    clock.advance(15 * 60_000);
    expect((await ask(own)).status).toBe(401);
  });

  it('a preview token opens nothing else, and no other token opens the preview', async () => {
    const { call, agent, key, person, store } = await addStoreWithMember();
    const { body: chatbot } = await call('POST', '/chatbots', chatbotFor(agent.id));
    const { body: preview } = await call('POST', `/chatbots/${chatbot.id}/preview-token`);
    const own = new URL(server.service.baseUrl).origin;
    expect((await message(preview.token, agent.id)).status).toBe(401);
    const ofWidget = `/api/widget/config?chatbot_id=${chatbot.id}`;
    expect((await server.fetch(ofWidget, { headers: bearer(preview.token) })).status).toBe(401);
    const ask = async (token: string) => {
      const headers = { ...bearer(token), ...sameOrigin, origin: own };
      return (await server.fetch('/dashboard/api/preview-chat', { headers, body: { message: 'Hi' } })).status;
    };
    const visitor = await openVisitor(server, server.shop);
    expect([await ask(key), await ask(visitor.token), await ask(preview.token)]).toEqual([401, 401, 200]);
    await changeStore(server.deps, store.id, (context) => removeMember(context, person.user.id));
    expect(await ask(preview.token)).toBe(401);
  });
});
