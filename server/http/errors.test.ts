import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../auth/api-key.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';

const config = { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' };
const requests = {
  'R-7-05 chat': (server: TestServer) =>
    server.api('/api/agents/chat/stream', { body: { agent_id: server.shop.agentId, message: 'Hello' } }),
  'R-7-08 create': (server: TestServer) =>
    server.api('/api/agents', { body: { name: 'a', type: 'a', config } }),
  'R-7-11 widget': (server: TestServer) =>
    server.api(`/api/widget/config?chatbot_id=${server.shop.chatbotId}`),
  'R-7-14 list': (server: TestServer) => server.api('/api/agents'),
};

describe('when the database is not reachable', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    // Caches the key, so that the operation fails and not the authentication.
    expect((await server.api('/api/agents')).status).toBe(200);
    await server.breakDatabase();
  });
  afterAll(() => server.close());

  it.each(Object.entries(requests))(
    '%s returns 500 without details, and the log has the stack',
    async (_name, send) => {
      const response = await send(server);
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({
        error: 'internal server error',
        status: 500,
        code: 'internal',
      });
      const line = server.logLines.findLast((text) => text.includes('request failed'));
      expect(JSON.parse(line ?? '')).toMatchObject({
        requestId: response.headers.get('x-request-id'),
        err: { stack: expect.stringContaining('at ') },
      });
    },
  );

  it('R-5-06 a key with a wrong checksum is rejected without a database query', async () => {
    const wrong = `svc_${'A'.repeat(32)}`;
    expect((await server.fetch('/api/agents', { headers: bearer(wrong) })).status).toBe(401);
    expect((await server.fetch('/api/agents', { headers: bearer(newKey()) })).status).toBe(500);
  });

  it('R-7-13 /healthz returns 200 and /readyz 503', async () => {
    expect((await server.fetch('/healthz')).status).toBe(200);
    const ready = await server.fetch('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { error: 'the database is not available: try again in a moment', status: 503, code: 'unavailable' },
    ]);
  });
});

describe('every response', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('R-2.5-03 R-7-13 of an error has exactly the fields error and status', async () => {
    for (const path of ['/nothing', '/api/agents', '/api/widget/config']) {
      const response = await server.fetch(path);
      expect(await response.json()).toEqual({
        error: expect.stringMatching(/./),
        status: response.status,
        code: expect.stringMatching(/./),
      });
    }
  });

  it('has an X-Request-Id of the service, which the log has too, and ignores that of the client', async () => {
    const response = await server.fetch('/healthz', { headers: { 'x-request-id': 'req_of_the_client' } });
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(/^req_[0-9A-Za-z]{22}$/);
    await expect.poll(() => server.logLines.some((line) => JSON.parse(line).requestId === id)).toBe(true);
  });

  it('has security headers and does not name the software', async () => {
    const { headers } = await server.api('/api/agents');
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect([...headers.keys()]).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(x-powered-by|etag|server|strict-transport-security)$/),
      ]),
    );
  });

  it('R-5-09 leaves no API key in the log, wherever the request has one', async () => {
    const { key } = server.shop;
    await server.api('/api/agents');
    await server.fetch(`/api/agents?api_key=${key}`);
    await server.fetch(`/api/${key}`, { headers: bearer(key) });
    await server.fetch(`/${'a'.repeat(170)}${key}`);
    await server.fetch(`/${key}?${key}`, {
      headers: { 'user-agent': key, referer: `https://a.example/?${key}` },
    });
    await server.api('/api/agents', { body: { [key]: key } });
    await expect.poll(() => server.logLines.length).toBeGreaterThanOrEqual(6);
    expect(server.logLines.join('')).not.toContain(key.slice(4, 12));
    expect(server.logLines.join('')).toContain('svc_[redacted]');
  });
});

describe('the documentation', () => {
  it('is served at /docs/ when it is built', async () => {
    const server = await startTestServer();
    const page = await server.fetch('/docs/');
    if (isBuilt()) expect(await page.text()).toContain('<html');
    else expect(page.status).toBe(404);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    await server.close();
  });
});

function isBuilt(): boolean {
  try {
    return readFileSync(new URL('../../dist/docs/index.html', import.meta.url)).length > 0;
  } catch {
    return false;
  }
}
