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

describe('when the database is gone', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    // The key is known by now, so that the failure is the operation's.
    expect((await server.api('/api/agents')).status).toBe(200);
    await server.breakDatabase();
  });
  afterAll(() => server.close());

  it.each(Object.entries(requests))('%s answers 500 and says nothing of it', async (_name, send) => {
    const response = await send(server);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({ error: 'internal server error', status: 500 });
    const line = server.logLines.findLast((text) => text.includes('request failed'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      requestId: response.headers.get('x-request-id'),
      err: { stack: expect.stringContaining('at ') },
    });
  });

  it('R-5-06 is not needed to refuse a key whose checksum is wrong', async () => {
    const wrong = `svc_${'A'.repeat(32)}`;
    expect((await server.fetch('/api/agents', { headers: bearer(wrong) })).status).toBe(401);
    expect((await server.fetch('/api/agents', { headers: bearer(newKey()) })).status).toBe(500);
  });

  it('R-7-13 is alive, and not ready', async () => {
    expect((await server.fetch('/healthz')).status).toBe(200);
    const ready = await server.fetch('/readyz');
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { error: 'the database does not answer', status: 503 },
    ]);
  });
});

describe('every answer', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('R-2.5-03 R-7-13 an error has exactly its message and its status', async () => {
    for (const path of ['/nothing', '/api/agents', '/api/widget/config']) {
      const response = await server.fetch(path);
      expect(await response.json()).toEqual({ error: expect.stringMatching(/./), status: response.status });
    }
  });

  it('names its request with an id of our own, which the log has too', async () => {
    const response = await server.fetch('/healthz', { headers: { 'x-request-id': 'mine' } });
    const id = response.headers.get('x-request-id');
    expect(id).toMatch(/^req_[0-9A-Za-z]{22}$/);
    await expect.poll(() => server.logLines.some((line) => JSON.parse(line).requestId === id)).toBe(true);
  });

  it('is not for caches, sniffers, frames and indexes of what we run', async () => {
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

  it('R-5-09 leaves no key in the log, wherever it was sent', async () => {
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
  it('is served at /docs/ where it was built', async () => {
    const server = await startTestServer();
    const home = await server.fetch('/');
    expect([home.status, home.headers.get('location')]).toEqual([302, '/docs/']);
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
