import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ChatEvent } from '../../generated/events.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shortDatabaseDeadline, type TestDatabase } from '../testing/database.ts';
import { allEvents, eventsOf, readEvents } from '../testing/read-events.ts';
import { finishes, says } from '../testing/scripted-model.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy.ts';
import { createPostgresDatabase } from '../testing/test-nodes.ts';
import { allAgents } from '../db/agents.ts';

/** The deadline is 2 s; the rest is for a busy machine. Two waits of 2 s, one after the other, would exceed it. */

const config = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' };
let created = 0;
const newAgent = () => ({ name: `agent ${(created += 1)}`, type: 'a', config });

let database: TestDatabase;
let proxy: TcpProxy;
let server: TestServer;
/** Resolves when the model may end its reply. */
let gate = Promise.withResolvers<void>();

/** Says one word, and the rest when the gate opens. */
const model: LanguageModelV4 = {
  specificationVersion: 'v4',
  provider: 'gated',
  modelId: 'gated',
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('only streams')),
  doStream: () => Promise.resolve({ stream: ReadableStream.from(gatedParts()) }),
};

async function* gatedParts(): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] };
  yield* says('Hello');
  await gate.promise;
  yield finishes();
}

beforeAll(async () => {
  database = await createPostgresDatabase();
  const url = new URL(database.databaseUrl ?? '');
  proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  server = await startTestServer({
    environment: { DATABASE_URL: url.href, ...shortDatabaseDeadline },
    models: { modelFor: () => Promise.resolve(model) },
  });
});
afterAll(async () => {
  await server.close();
  await proxy.close();
  await database.close();
});
const databaseName = (): string => new URL(database.databaseUrl ?? '').pathname.slice(1);

const chat = '/api/agents/chat/stream';
const ask = (more: object = {}) => ({ agent_id: server.shop.agentId, message: 'hello', ...more });

async function expectUnavailable(response: Response): Promise<void> {
  expect([response.status, await response.json()]).toEqual([
    503,
    { error: 'the database is not available: try again in a moment', status: 503, code: 'unavailable' },
  ]);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
}

function callListAgents(): Promise<Response> {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'list_agents', arguments: {} },
  };
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
  return server.fetch(`/mcp?api_key=${server.shop.key}`, { body, headers });
}

const isReady = async (): Promise<boolean> => (await server.fetch('/readyz')).status === 200;

/** The names of the agents in the table, past the proxy. */
async function storedNames(): Promise<string[]> {
  const agents = await allAgents(database.database.reader(server.shop.store.id));
  return agents.map(({ name }) => name);
}

describe('while PostgreSQL does not respond', () => {
  let responses: readonly Response[];
  let mcp: Response;
  let ready: Response;
  let rest: ChatEvent[];
  let limitedKey: string;
  /** All at once, so that most of them wait for a connection of the pool. */
  const sendAll = (): Promise<Response>[] => [
    ...Array.from({ length: 15 }, () => server.api('/api/agents')),
    ...Array.from({ length: 15 }, () => server.api('/api/agents', { body: newAgent() })),
    // More than its limit: what cannot be counted is not rejected with 429.
    ...Array.from({ length: 5 }, () => server.fetch('/api/agents', { headers: bearer(limitedKey) })),
    server.api(chat, { body: ask() }),
    server.api(chat, { body: ask({ stream: false }) }),
    server.api(`/api/widget/config?chatbot_id=${server.shop.chatbotId}`),
    server.fetch('/embed/session', {
      body: { chatbot_id: server.shop.chatbotId },
      headers: { origin: 'https://shop.example' },
    }),
  ];

  beforeAll(async () => {
    await (await server.api('/api/agents')).json();
    limitedKey = (await server.addStore({ requests_per_minute: 2 })).key;
    expect((await server.fetch('/api/agents', { headers: bearer(limitedKey) })).status).toBe(200);
    const events = readEvents(await server.api(chat, { body: ask() }));
    expect((await events.next()).value).toEqual({ type: 'text', content: 'Hello' });
    proxy.freeze();
    gate.resolve();
    [responses, mcp, rest, ready] = await Promise.all([
      Promise.all(sendAll()),
      callListAgents(),
      eventsOf({ events }),
      server.fetch('/readyz'),
    ]);
  });

  it('every operation is 503, also what waits for a connection', async () => {
    for (const response of responses) await expectUnavailable(response);
  });

  it('/readyz is 503', () => expectUnavailable(ready));

  it('a tool of MCP returns the same error', async () => {
    // As the tool's error, or as the whole response when the key must be looked up again.
    expect(await mcp.text()).toMatch(/the database is not available.*status\\?":503/);
  });

  it('a stream that has begun ends with an error event of 503', () => {
    expect(rest).toEqual([
      {
        type: 'error',
        error: 'the database is not available: try again in a moment',
        status: 503,
        code: 'unavailable',
      },
    ]);
  });

  it('and when it responds again, so does the service', async () => {
    proxy.resume();
    await expect.poll(isReady).toBe(true);
    const agent = newAgent();
    expect((await server.api('/api/agents', { body: agent })).status).toBe(201);
    expect(await storedNames()).toContain(agent.name);
  });
});

it('a PostgreSQL that delays every response makes a request of many queries 503 at the one deadline', async () => {
  await (await server.api('/api/agents')).json();
  proxy.delay(350);
  const agent = newAgent();
  await expectUnavailable(await server.api('/api/agents', { body: agent }));
  proxy.delay(0);
  await expect.poll(isReady).toBe(true);
  expect(await storedNames()).not.toContain(agent.name);
});

describe('connections that are dropped', () => {
  it('are 503 or replaced, never 500, and lose nothing that was acknowledged', async () => {
    const acknowledged: string[] = [];
    const statuses = new Set<number>();
    for (let round = 0; round < 3; round += 1) {
      const sent = Array.from({ length: 12 }, async () => {
        const agent = newAgent();
        const response = await server.api('/api/agents', { body: agent });
        statuses.add(response.status);
        if (response.status === 201) acknowledged.push(agent.name);
        if (response.status === 503) expect(response.headers.get('retry-after')).not.toBeNull();
        // Cuts the others in the middle.
        proxy.cut();
      });
      await Promise.all(sent);
    }
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect(statuses).toContain(503);
    await expect.poll(async () => (await server.api('/api/agents')).status).toBe(200);
    expect((await storedNames()).toSorted()).toEqual(expect.arrayContaining(acknowledged));
  });
});

it('a statement that waits for a lock is cancelled in PostgreSQL at the deadline, and a slow model is not', async () => {
  gate = Promise.withResolvers();
  const reply = await server.api(chat, { body: ask() });
  const holder = await database.db.transaction();
  try {
    await holder('stores').where({ id: server.shop.store.id }).forUpdate().first();
    await expectUnavailable(await server.api('/api/agents', { body: newAgent() }));
    const waiting = () =>
      database.db('pg_stat_activity').where({ wait_event_type: 'Lock', datname: databaseName() });
    await expect.poll(waiting).toEqual([]);
  } finally {
    await holder.rollback();
  }
  // Waiting for the model does not count.
  gate.resolve();
  expect((await allEvents(reply)).at(-1)).toMatchObject({ type: 'end' });
  expect((await server.api('/api/agents', { body: newAgent() })).status).toBe(201);
});

describe('a PostgreSQL that rejects writes', () => {
  /** Sets it for new sessions and ends the present ones. */
  async function setReadOnly(value: 'on' | 'off'): Promise<void> {
    await database.db.raw(`alter database ${databaseName()} set default_transaction_read_only = ${value}`);
    proxy.cut();
  }

  it('makes creates 503 and /readyz 503 while lists are 200, until a write works again', async () => {
    await setReadOnly('on');
    try {
      await expect.poll(async () => (await server.api('/api/agents')).status).toBe(200);
      await expectUnavailable(await server.api('/api/agents', { body: newAgent() }));
      expect((await server.api('/api/agents')).status).toBe(200);
      await expectUnavailable(await server.fetch('/readyz'));
    } finally {
      await setReadOnly('off');
    }
    await expect.poll(isReady).toBe(true);
    expect((await server.api('/api/agents', { body: newAgent() })).status).toBe(201);
  });

  it('makes requests that cannot be counted against a limit 503, and /readyz with them', async () => {
    const { key } = await server.addStore({ plan: 'free' });
    const list = () => server.fetch('/api/agents', { headers: bearer(key) });
    expect((await list()).status).toBe(200);
    await setReadOnly('on');
    try {
      await expect.poll(async () => (await server.api('/api/agents')).status).toBe(200);
      await expectUnavailable(await list());
      await expectUnavailable(await server.fetch('/readyz'));
    } finally {
      await setReadOnly('off');
    }
    await expect.poll(isReady).toBe(true);
    expect((await list()).status).toBe(200);
  });

  it('makes a full disk 503 until there is space, and the log has the cause once', async () => {
    await database.db.raw(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
    await database.db.raw('create trigger full_disk before insert on agents execute function full_disk()');
    await expectUnavailable(await server.api('/api/agents', { body: newAgent() }));
    await database.db.raw('drop trigger full_disk on agents');
    const causes = server.logLines.filter((line) => line.includes('No space left on device'));
    expect(causes.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: 'the database is not available',
        err: expect.objectContaining({ code: '53100' }),
      }),
    ]);
    expect((await server.api('/api/agents', { body: newAgent() })).status).toBe(201);
  });
});
