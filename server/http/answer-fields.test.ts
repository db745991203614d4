import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { asVisitor, openVisitor, requestSession, shopOrigin } from '../testing/visitor-client.ts';

// In production the API's answers are written at once; in development Express writes them, for the validator to see.
describe.each([
  ['production', 'http/1.1'],
  ['production', 'h2'],
  ['development', 'http/1.1'],
  ['development', 'h2'],
] as const)('the header fields of answers in %s over %s', (environment, protocol) => {
  let server: TestServer;
  beforeAll(async () => {
    const settings = { NODE_ENV: environment, MODEL_FALLBACK: 'built-in' };
    server = await startTestServer({ protocol, environment: settings });
  });
  afterAll(() => server.close());

  const agent = {
    name: 'A',
    type: 'customer_support',
    config: { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' },
  };
  const question = (): object => ({ agent_id: server.shop.agentId, message: 'what can you do?' });
  const config = (): string => `/api/widget/config?chatbot_id=${server.shop.chatbotId}`;
  const once = { 'Idempotency-Key': 'fields-1' };
  const ask = (headers = {}): Promise<Response> =>
    server.api('/api/agents/chat/stream', { body: question(), headers });
  const visit = async (path: string, init = {}): Promise<Response> =>
    asVisitor(server, (await openVisitor(server)).token, path, init);

  const answers: readonly [string, number, () => Promise<Response>][] = [
    ['a list', 200, () => server.api('/api/agents')],
    ['a new agent', 201, () => server.api('/api/agents', { body: agent })],
    ['a stream', 200, () => ask()],
    ['a stream that is replayed', 200, async () => (await (await ask(once)).text(), ask(once))],
    [
      'a whole reply',
      200,
      () => server.api('/api/agents/chat/stream', { body: { ...question(), stream: false } }),
    ],
    ['a request without a key', 401, () => server.fetch('/api/agents')],
    ['a wrong parameter', 400, () => server.api('/api/agents?page=2')],
    ['a wrong method', 405, () => server.api(config(), { method: 'PUT' })],
    ['an unknown path of the API', 404, () => server.api('/api/none')],
    ['an unknown path', 404, () => server.fetch('/none')],
    ['the health', 200, () => server.fetch('/healthz')],
    ['the embed script', 200, () => server.fetch('/embed/chatbot.js')],
    ['a wrong method of the session', 405, () => server.fetch('/embed/session', { method: 'PUT' })],
    ['the MCP endpoint without a key', 401, () => server.fetch('/mcp', { body: {} })],
  ];
  const readable: readonly [string, number, () => Promise<Response>][] = [
    ['a session', 200, () => requestSession(server, { chatbot_id: server.shop.chatbotId })],
    ['a refused session', 404, () => requestSession(server, { chatbot_id: 'cbt_none' })],
    ['a configuration', 200, () => visit(config())],
    ['a stream', 200, () => visit('/api/agents/chat/stream', { body: question() })],
    ['an error', 401, () => server.fetch(config(), { headers: { Origin: shopOrigin } })],
  ];

  it.each([...answers, ...readable])(
    'name the request and keep browsers from guessing: %s',
    async (_what, status, send) => {
      const response = await send();
      await response.text();
      expect(response.status).toBe(status);
      // A field that was sent twice would be two values here, joined by a comma.
      expect(response.headers.get('x-request-id')).toMatch(/^req_\w+$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('content-security-policy')?.match(/default-src/g)).toHaveLength(1);
      expect(response.headers.get('cache-control')).toMatch(
        /^(no-store|no-cache|no-cache, no-transform|public, .*)$/,
      );
    },
  );

  it.each(readable)('let a page of an allowed origin read %s', async (_what, status, send) => {
    const response = await send();
    await response.text();
    expect(response.status).toBe(status);
    expect(response.headers.get('access-control-allow-origin')).toBe(shopOrigin);
    expect(response.headers.get('vary')).toBe('Origin');
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
  });

  it('say what is left of the limit', async () => {
    const { key } = server.otherShop;
    const headers = { Authorization: `Bearer ${key}` };
    for (const path of ['/api/agents', '/api/agents?page=2', '/api/none']) {
      const response = await server.fetch(path, { headers });
      expect(response.headers.get('ratelimit')).toMatch(/^"minute";r=\d+;t=\d+$/);
      expect(response.headers.get('ratelimit-policy')).toMatch(/^"minute";q=\d+;w=60$/);
    }
  });
});
