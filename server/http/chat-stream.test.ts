import { listMessages } from '../db/messages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../catalog/testing/make-product.ts';
import type { AgentConfig } from '../db/records.ts';
import { allEvents, replyOf } from '../testing/read-events.ts';
import { sampleAgent } from '../testing/sample-records.ts';
import {
  type ScriptedVendor,
  startScriptedVendor,
  type VendorLine,
  type VendorRequest,
} from '../testing/scripted-vendor.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { addProducts, addAgent } from '../testing/test-shop.ts';

const path = '/api/agents/chat/stream';

// What the vendor does is chosen by the last words of the user.
const scripts: Readonly<Record<string, (request: VendorRequest) => VendorLine[]>> = {
  plain: () => [{ say: 'Good ' }, { say: 'morning.' }],
  look: (request) =>
    request.messages.at(-1)?.role === 'tool'
      ? [{ say: 'Here it is.' }]
      : [{ say: 'One moment. ' }, { call: 'search_catalog', input: { query: 'lamp' } }],
  half: () => [{ say: 'Half' }, 'hang'],
  nothing: () => ['hang'],
  recall: (request) => [{ say: request.messages.map(({ content }) => JSON.stringify(content)).join(' ') }],
};

function script(request: VendorRequest): VendorLine[] {
  const question = request.messages.findLast(({ role }) => role === 'user');
  return scripts[String(question?.content)]?.(request) ?? [{ say: 'I do not know.' }];
}

let vendor: ScriptedVendor;
let server: TestServer;
/** With short time limits. */
let hasty: TestServer;
beforeAll(async () => {
  vendor = await startScriptedVendor(script);
  server = await startTestServer({ environment: vendor.env });
  hasty = await startTestServer({
    environment: {
      ...vendor.env,
      REPLY_SILENCE_SECONDS: '0.8',
      REPLY_FIRST_CONTENT_SECONDS: '2',
      CONVERSATION_WAIT_SECONDS: '0.1',
      KEEP_ALIVE_SECONDS: '0.05',
    },
  });
  const lamp = makeProduct('lamp', { title: 'Amber Desk Lamp', amount: 4500 });
  await addProducts(server.deps, server.shop.store.id, [lamp]);
});
afterAll(async () => {
  await Promise.all([server.close(), hasty.close()]);
  await vendor.close();
});

type Ask = (message: string, more?: object, headers?: Record<string, string>) => Promise<Response>;
const askOf =
  (on: () => TestServer): Ask =>
  (message, more = {}, headers = {}) =>
    on().api(path, { body: { agent_id: on().shop.agentId, message, ...more }, headers });
const ask = askOf(() => server);
const askHasty = askOf(() => hasty);

async function conversationOf(response: Response): Promise<string> {
  const end = (await allEvents(response)).at(-1);
  return end?.type === 'end' ? end.conversation_id : '';
}

async function outcomes({ deps, shop }: TestServer, conversationId: string): Promise<string[]> {
  const messages = await listMessages(deps.database.reader(shop.store.id), conversationId);
  return messages.map(({ role, outcome }) => `${role} ${outcome}`);
}

describe('POST /api/agents/chat/stream', () => {
  it('R-6-07 R-6-10 streams text that forms the reply, then one end event', async () => {
    const response = await ask('plain');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const events = await allEvents(response);
    expect(replyOf(events)).toBe('Good morning.');
    const end = { type: 'end', conversation_id: response.headers.get('x-conversation-id') };
    expect(events.filter(({ type }) => type !== 'text')).toEqual([end]);
    expect(events.at(-1)).toEqual(end);
  });

  it('R-6-08 R-6-14 sends a tool_use, then its tool_result, between the text', async () => {
    const events = await allEvents(await ask('look'));
    expect(events.map(({ type }) => type)).toEqual(['text', 'tool_use', 'tool_result', 'text', 'end']);
    expect(events[1]).toEqual({ type: 'tool_use', tool: 'search_catalog', input: { query: 'lamp' } });
    expect(events[2]).toMatchObject({
      tool: 'search_catalog',
      output: { total: 1, products: [{ id: 'lamp' }] },
    });
  });

  it('R-4.1-05 R-4.1-18 continues a conversation under the same id, and the model sees what was said', async () => {
    const conversationId = await conversationOf(await ask('plain'));
    const events = await allEvents(await ask('recall', { conversation_id: conversationId }));
    expect(replyOf(events)).toMatch(/plain.*Good morning\..*recall/);
    expect(events.at(-1)).toEqual({ type: 'end', conversation_id: conversationId });
  });

  it('R-2.2-12 lets the agent’s system_prompt, model_id, temperature and max_tokens govern the reply', async () => {
    const config: AgentConfig = {
      model_provider: 'provider_one',
      model_id: 'model-of-this-agent',
      system_prompt: 'Speak like a pirate.',
      temperature: 0,
      max_tokens: 17,
    };
    const agent = sampleAgent(server.shop.store.id, { config });
    await addAgent(server.deps, agent);
    await allEvents(await ask('plain', { agent_id: agent.id }));
    expect(vendor.requests.at(-1)).toMatchObject({
      model: 'model-of-this-agent',
      temperature: 0,
      max_tokens: 17,
      messages: [
        { role: 'system', content: expect.stringContaining('\nSpeak like a pirate.\n') },
        { role: 'user', content: 'plain' },
      ],
    });
  });

  it('R-2.2-11 has the built-in model reply for a provider without credentials', async () => {
    const agent = sampleAgent(server.shop.store.id);
    const config = { ...agent.config, model_provider: 'provider_two' as const };
    await addAgent(server.deps, { ...agent, config });
    const before = vendor.requests.length;
    const events = await allEvents(await ask('hello', { agent_id: agent.id }));
    expect(events.at(-1)?.type).toBe('end');
    expect(vendor.requests).toHaveLength(before);
  });

  it('returns one JSON object for stream: false', async () => {
    const response = await ask('look', { stream: false });
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await response.json()).toEqual({
      conversation_id: response.headers.get('x-conversation-id'),
      content: 'One moment. Here it is.',
      tool_calls: [
        { tool: 'search_catalog', input: { query: 'lamp' }, output: expect.objectContaining({ total: 1 }) },
      ],
    });
  });
});

describe('a chat that fails before its first byte', () => {
  it.each([{}, { agent_id: 'a' }, { message: 'm' }, { agent_id: 1, message: 'm' }])(
    'R-7-01 is 400 for the body %j',
    async (body) => {
      const response = await server.api(path, { body });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        error: expect.stringMatching(/agent_id|message/),
        status: 400,
        code: 'invalid_request',
      });
    },
  );

  it('R-7-02 is 401 without a key, and with a wrong one', async () => {
    const body = { agent_id: server.shop.agentId, message: 'plain' };
    for (const headers of [{}, bearer(`svc_${'A'.repeat(32)}`)]) {
      const response = await server.fetch(path, { body, headers });
      expect([response.status, await response.json()]).toEqual([
        401,
        { error: expect.any(String), status: 401, code: 'unauthorized' },
      ]);
    }
  });

  it('R-7-03 is 404 for an agent that does not exist, or is another store’s, with one message', async () => {
    const unknown = await ask('plain', { agent_id: 'agt_unknown' });
    const foreign = await ask('plain', { agent_id: server.otherShop.agentId });
    expect([unknown.status, foreign.status]).toEqual([404, 404]);
    expect(await unknown.json()).toEqual(await foreign.json());
  });

  it('is 404 for a conversation that is unknown, another agent’s or another store’s, with one message', async () => {
    const other = sampleAgent(server.shop.store.id);
    await addAgent(server.deps, other);
    const ofOtherAgent = await conversationOf(await ask('plain', { agent_id: other.id }));
    const body = { agent_id: server.otherShop.agentId, message: 'plain' };
    const ofOtherStore = await conversationOf(
      await server.fetch(path, { body, headers: bearer(server.otherShop.key) }),
    );
    for (const id of ['cnv_unknown', ofOtherAgent, ofOtherStore]) {
      const response = await ask('plain', { conversation_id: id });
      expect([response.status, await response.json()]).toEqual([
        404,
        { error: 'conversation not found', status: 404, code: 'not_found' },
      ]);
    }
  });

  it('R-7-04 is 429 with Retry-After beyond the rate limit', async () => {
    const { key } = await server.addStore({ requests_per_minute: 1 });
    const send = (): Promise<Response> =>
      server.fetch(path, { body: { agent_id: 'a', message: 'm' }, headers: bearer(key) });
    expect((await send()).status).toBe(404);
    const rejected = await send();
    expect([rejected.status, await rejected.json()]).toEqual([
      429,
      { error: expect.any(String), status: 429, code: 'rate_limited' },
    ]);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('R-7-05 is 500 for an internal error, without its details', async () => {
    const broken = await startTestServer();
    try {
      const { shop, api } = broken;
      await (await api('/api/agents')).json();
      await broken.breakDatabase();
      const response = await api(path, { body: { agent_id: shop.agentId, message: 'plain' } });
      expect(response.status).toBe(500);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      const body = await response.json();
      expect(body).toEqual({ error: expect.any(String), status: 500, code: 'internal' });
      expect(JSON.stringify(body)).not.toMatch(/sql|knex|database\.ts|at /i);
    } finally {
      await broken.close();
    }
  });
});

describe('a chat that fails after its first byte', () => {
  it('R-6-06 R-6-10 ends in one error event, and stores what was said', async () => {
    const response = await askHasty('half');
    const events = await allEvents(response);
    expect(events).toEqual([
      { type: 'text', content: 'Half' },
      { type: 'error', error: 'the model stopped responding', status: 504, code: 'timed_out' },
    ]);
    const id = response.headers.get('x-conversation-id') ?? '';
    expect(await outcomes(hasty, id)).toEqual(['user complete', 'assistant partial']);
  });

  it('is the same status as JSON for stream: false', async () => {
    const response = await askHasty('half', { stream: false });
    expect([response.status, await response.json()]).toEqual([
      504,
      { error: 'the model stopped responding', status: 504, code: 'timed_out' },
    ]);
  });

  it('is kept alive with comments while the model sends nothing', async () => {
    const response = await askHasty('nothing');
    const text = await response.text();
    expect(text.match(/^: keep-alive$/gm)?.length).toBeGreaterThan(2);
    expect(text).toMatch(/"type":"error".*"status":504/);
  });

  it('rejects a second message at the same time with 409, as JSON', async () => {
    const conversationId = await conversationOf(await askHasty('plain'));
    const first = await askHasty('half', { conversation_id: conversationId });
    const second = await askHasty('plain', { conversation_id: conversationId });
    expect([second.status, await second.json()]).toEqual([
      409,
      { error: expect.any(String), status: 409, code: 'conflict' },
    ]);
    await allEvents(first);
  });
});

describe('a client that leaves', () => {
  it('stops the vendor, and the reply is stored as aborted', async () => {
    const own = await startScriptedVendor(script);
    const other = await startTestServer({ environment: own.env });
    try {
      const client = new AbortController();
      const body = { agent_id: other.shop.agentId, message: 'half' };
      const response = await other.api(path, { body, signal: client.signal });
      const id = response.headers.get('x-conversation-id') ?? '';
      const reader = response.body?.getReader();
      await reader?.read();
      client.abort();
      await own.abandoned;
      await expect.poll(() => other.deps.chat.active.size).toBe(0);
      const messages = await listMessages(other.deps.database.reader(other.shop.store.id), id);
      expect(messages.map(({ outcome }) => outcome)).toEqual(['complete', 'aborted']);
      expect(messages[1]?.content).toContain('Half');
    } finally {
      await other.close();
      await own.close();
    }
  });
});

describe('an Idempotency-Key', () => {
  const key = (value: string): Record<string, string> => ({ 'idempotency-key': value });

  it('replays the same events for a repeated message, and the model is called once', async () => {
    const before = vendor.requests.length;
    const first = await allEvents(await ask('plain', {}, key('chat-1')));
    const again = await allEvents(await ask('plain', {}, key('chat-1')));
    expect(again).toEqual(first);
    expect(vendor.requests).toHaveLength(before + 1);
  });

  it('replays a collected reply, or its failure', async () => {
    for (const message of ['plain', 'half']) {
      const first = await askHasty(message, { stream: false }, key(`whole-${message}`));
      const again = await askHasty(message, { stream: false }, key(`whole-${message}`));
      expect([again.status, await again.json()]).toEqual([first.status, await first.json()]);
    }
  });

  it('is rejected with 422 for a different body, and stays free after a 404', async () => {
    await allEvents(await ask('plain', {}, key('chat-2')));
    expect((await ask('look', {}, key('chat-2'))).status).toBe(422);
    expect((await ask('plain', { agent_id: 'agt_no' }, key('chat-3'))).status).toBe(404);
    expect((await ask('plain', {}, key('chat-3'))).status).toBe(200);
  });

  it('is 409 while the first request is in progress, with stream: false', async () => {
    const first = askHasty('half', { stream: false }, key('chat-4'));
    await expect.poll(() => hasty.deps.chat.active.size).toBe(1);
    expect((await askHasty('half', { stream: false }, key('chat-4'))).status).toBe(409);
    await (await first).json();
  });

  it('runs a message once whose client left, with stream: false', async () => {
    const client = new AbortController();
    const before = vendor.requests.length;
    const body = { agent_id: server.shop.agentId, message: 'nothing', stream: false };
    const headers = key('left');
    const first = server.api(path, { body, headers, signal: client.signal });
    await expect.poll(() => vendor.requests.length).toBe(before + 1);
    client.abort();
    await expect(first).rejects.toThrow();
    await expect.poll(() => server.deps.chat.active.size).toBe(0);
    const again = await server.api(path, { body, headers });
    expect([again.status, await again.json()]).toMatchObject([409, { status: 409 }]);
    expect(vendor.requests).toHaveLength(before + 1);
  });

  it('creates one agent for two requests', async () => {
    const body = {
      name: 'Twice',
      type: 'customer_support',
      config: { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' },
    };
    const first = await server.api('/api/agents', { body, headers: key('create-1') });
    const again = await server.api('/api/agents', { body, headers: key('create-1') });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(await again.json()).toEqual(await first.json());
    const other = await server.api('/api/agents', { body: { ...body, name: 'x' }, headers: key('create-1') });
    expect(other.status).toBe(422);
  });
});

describe('a stop of the service', () => {
  it('lets a stream finish, ends one that hangs with an error event, and truncates nothing', async () => {
    const own = await startScriptedVendor(script);
    const other = await startTestServer({ environment: own.env });
    try {
      const body = { agent_id: other.shop.agentId, message: 'half' };
      const hanging = await other.api(path, { body });
      const events = allEvents(hanging);
      const stopped = other.service.stop(200);
      expect(other.deps.lifecycle.phase).toBe('draining');
      expect((await events).at(-1)).toMatchObject({ type: 'error', status: 503 });
      await stopped;
    } finally {
      await other.close();
      await own.close();
    }
  });
});

describe('the log', () => {
  it('has a line for each reply, with its cost, and no key, no vendor key and no text of the conversation', async () => {
    await allEvents(await ask('plain', { message: 'my word is Zanzibar' }));
    const log = server.logLines.join('');
    expect(log).toMatch(/"requestId":"req_\w+".*"outcome":"complete".*"output_tokens":3.*"msg":"reply"/);
    expect(log).not.toMatch(/svc_[A-Za-z0-9]{32}|vendor-key|Zanzibar|I do not know|Speak like a pirate/);
  });
});
