import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { loadConfig } from '../config/config.ts';
import { openDeps } from '../deps.ts';
import { systemClock } from '../support/clock.ts';
import { longDatabaseDeadline } from '../testing/database.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createTlsFetch, type TestFetch, type TestRequest } from '../testing/tls-fetch.ts';
import { shopOrigin } from '../testing/visitor-client.ts';
import { startService } from './server.ts';

const environments = [
  { NODE_ENV: 'production', VALIDATE_RESPONSES: 'on' },
  { NODE_ENV: 'production', VALIDATE_RESPONSES: 'off' },
  { NODE_ENV: 'development', VALIDATE_RESPONSES: 'on' },
  { NODE_ENV: 'development', VALIDATE_RESPONSES: 'off' },
] as const;

const startedAt = systemClock.now();
/** Timestamps, token lifetimes and rate limits are equal in all responses. */
const clock = { now: () => startedAt, monotonic: () => 0 };

interface RunningService {
  readonly fetch: TestFetch;
  close(): Promise<void>;
}

/** Starts one more service with the database and keys of `server`. */
async function startAnother(
  server: TestServer,
  environment: Record<string, string>,
): Promise<RunningService> {
  const isolated = { DATA_DIR: server.deps.config.dataDir, HOST: '127.0.0.1', PORT: '0', HTTP_PORT: '0' };
  const config = loadConfig({
    ...longDatabaseDeadline,
    ...environment,
    ...isolated,
    MODEL_FALLBACK: 'built-in',
  });
  const deps = await openDeps(config, clock, { write: () => undefined });
  const service = await startService(deps, createApp(deps));
  const client = createTlsFetch(service.baseUrl, server.ca);
  return {
    fetch: client.fetch,
    async close() {
      client.close();
      await service.stop(0);
      await deps.close();
    },
  };
}

let server: TestServer;
let limitedKey: string;
let services: readonly RunningService[];
beforeAll(async () => {
  server = await startTestServer();
  limitedKey = (await server.addStore({ requests_per_minute: 1 })).key;
  services = await Promise.all(environments.map((environment) => startAnother(server, environment)));
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  await server.close();
});

const agent = {
  name: 'A "quoted" ❄ name',
  type: 'customer_support',
  config: { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' },
};
const chat = '/api/agents/chat/stream';
const question = () => ({ agent_id: server.shop.agentId, message: 'what can you do?' });
const widgetConfig = () => `/api/widget/config?chatbot_id=${server.shop.chatbotId}`;

/** Sends a request with the key of `shop`. */
const withKey = (fetch: TestFetch, path: string, init: TestRequest = {}) =>
  fetch(path, { ...init, headers: { ...bearer(server.shop.key), ...init.headers } });

const openSession = (fetch: TestFetch, chatbotId: string) =>
  fetch('/embed/session', {
    method: 'POST',
    body: { chatbot_id: chatbotId },
    headers: { Origin: shopOrigin },
  });

/** Sends a request as the widget does: with a visitor token and the page's origin. */
async function asVisitor(fetch: TestFetch, path: string, init: TestRequest = {}): Promise<Response> {
  const session = await openSession(fetch, server.shop.chatbotId);
  const { token } = (await session.json()) as { token: string };
  return fetch(path, { ...init, headers: { ...bearer(token), Origin: shopOrigin } });
}

async function twice(send: () => Promise<Response>): Promise<Response> {
  await (await send()).text();
  return send();
}

type Row = readonly [name: string, status: number, send: (fetch: TestFetch) => Promise<Response>];

const rows: readonly Row[] = [
  [
    'a list of agents',
    200,
    (fetch) => withKey(fetch, '/api/agents', { headers: bearer(server.otherShop.key) }),
  ],
  ['a new agent', 201, (fetch) => withKey(fetch, '/api/agents', { body: agent })],
  ['a stream', 200, (fetch) => withKey(fetch, chat, { body: question() })],
  [
    'a reply without a stream',
    200,
    (fetch) => withKey(fetch, chat, { body: { ...question(), stream: false } }),
  ],
  [
    'a replayed stream',
    200,
    (fetch) => {
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      return twice(() => withKey(fetch, chat, { body: question(), headers }));
    },
  ],
  ['an unknown query parameter', 400, (fetch) => withKey(fetch, '/api/agents?page=2')],
  ['an invalid body', 400, (fetch) => withKey(fetch, '/api/agents', { body: { ...agent, name: 1 } })],
  ['a body that is not JSON', 400, (fetch) => withKey(fetch, '/api/agents', jsonText('{'))],
  ['a request without a key', 401, (fetch) => fetch('/api/agents')],
  ['an unknown agent', 404, (fetch) => withKey(fetch, chat, { body: { ...question(), agent_id: 'agt_1' } })],
  ['an unknown path of the API', 404, (fetch) => withKey(fetch, '/api/unknown')],
  ['an unknown path', 404, (fetch) => fetch('/unknown')],
  ['an unsupported method', 405, (fetch) => withKey(fetch, widgetConfig(), { method: 'PUT' })],
  ['a body that is too large', 413, (fetch) => withKey(fetch, '/api/agents', jsonText(' '.repeat(300_000)))],
  ['an unsupported media type', 415, (fetch) => withKey(fetch, '/api/agents', { body: 'a' })],
  [
    'a request beyond the limit',
    429,
    (fetch) => twice(() => fetch('/api/agents', { headers: bearer(limitedKey) })),
  ],
  ['the health check', 200, (fetch) => fetch('/healthz')],
  ['the embed script', 200, (fetch) => fetch('/embed/chatbot.js')],
  ['an unsupported method of a session', 405, (fetch) => fetch('/embed/session', { method: 'PUT' })],
  ['an MCP request without a key', 401, (fetch) => fetch('/mcp', { method: 'POST', body: {} })],
];

/** Responses that a page of an allowed origin receives. */
const rowsForPages: readonly Row[] = [
  ['a visitor session', 200, (fetch) => openSession(fetch, server.shop.chatbotId)],
  ['a session of an unknown chatbot', 404, (fetch) => openSession(fetch, 'cbt_unknown')],
  ['a widget configuration', 200, (fetch) => asVisitor(fetch, widgetConfig())],
  ['a stream for a visitor', 200, (fetch) => asVisitor(fetch, chat, { body: question() })],
  ['an error for a page', 401, (fetch) => fetch(widgetConfig(), { headers: { Origin: shopOrigin } })],
];

function jsonText(body: string): TestRequest {
  return { body, headers: { 'Content-Type': 'application/json' } };
}

/** Status, headers and body without what is random or measured. */
async function comparable(response: Response) {
  const { 'x-request-id': _id, date: _date, ...headers } = Object.fromEntries(response.headers);
  const ids = /\b(agt|cnv|msg)_[0-9A-Za-z]{22}/g;
  const tokens = /"(token|visitor_secret)":"[^"]*"/g;
  const text = `${JSON.stringify(headers)}\n${await response.text()}`;
  return { status: response.status, text: text.replaceAll(ids, '$1_').replaceAll(tokens, '"$1":""') };
}

describe('the response', () => {
  it.each([...rows, ...rowsForPages])(
    'to %s (%d) is the same in every NODE_ENV, with and without VALIDATE_RESPONSES',
    async (_name, status, send) => {
      const responses = await Promise.all(services.map(async ({ fetch }) => comparable(await send(fetch))));
      expect(responses[0]?.status).toBe(status);
      for (const response of responses) expect(response).toEqual(responses[0]);
    },
  );

  it.each([...rows, ...rowsForPages])(
    'to %s (%d) has a request id and security headers, each once',
    async (_name, _status, send) => {
      const { headers } = await send(server.fetch);
      // A duplicated header would be two values here, joined by a comma.
      expect(headers.get('x-request-id')).toMatch(/^req_\w+$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('content-security-policy')?.match(/default-src/g)).toHaveLength(1);
      expect(headers.get('cache-control')).toMatch(
        /^(no-store|no-cache(, no-transform)?|private, no-cache|public, .*)$/,
      );
    },
  );

  it.each(rowsForPages)(
    'to %s (%d) is readable for a page of an allowed origin',
    async (_name, _status, send) => {
      const { headers } = await send(server.fetch);
      expect(headers.get('access-control-allow-origin')).toBe(shopOrigin);
      expect(headers.get('vary')).toBe('Origin');
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    },
  );

  it.each(['/api/agents', '/api/agents?page=2', '/api/unknown'])(
    'to GET %s has the RateLimit headers',
    async (path) => {
      const { headers } = await server.fetch(path, { headers: bearer(server.otherShop.key) });
      expect(headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+$/);
      expect(headers.get('ratelimit-policy')).toMatch(/^"minute";q=\d+;w=60$/);
    },
  );

  it('to GET does not depend on a Content-Type header of the request', async () => {
    const types = ['application/json', 'text/plain', 'not a media type', ''];
    for (const type of types) {
      const response = await server.api('/api/agents', { headers: { 'Content-Type': type } });
      expect(response.status).toBe(200);
    }
  });
});
