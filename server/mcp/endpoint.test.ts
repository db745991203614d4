import { findPublicChatbot } from '../db/chatbots.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectMcpClient } from '../testing/mcp-client.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { LOG_LEVEL: 'debug' } });
});
afterAll(() => server.close());

describe('the MCP endpoint', () => {
  let lines = 0;
  beforeEach(() => {
    lines = server.logLines.length;
  });

  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  };
  const send = (query: string, body: object, headers: Record<string, string> = {}) =>
    server.fetch(`/mcp${query}`, {
      body,
      headers: { accept: 'application/json, text/event-stream', ...headers },
    });
  const post = (query: string, headers?: Record<string, string>) => send(query, initialize, headers);

  it('R-4.6-01 R-4.6-02 R-5-06 responds with 401 and the error body without a valid key', async () => {
    const { key } = server.shop;
    for (const query of [
      '',
      '?api_key=',
      `?api_key=${key.slice(1)}`,
      `?api_key=${key}&api_key=${server.otherShop.key}`,
    ]) {
      const response = await post(query);
      expect([query, response.status]).toEqual([query, 401]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
      expect(await response.json()).toEqual({
        error: expect.stringMatching(/API key/),
        status: 401,
        code: 'unauthorized',
      });
    }
  });

  it('R-4.6-02 accepts the key in the query and in Authorization', async () => {
    const { key } = server.shop;
    expect((await post(`?api_key=${key}`)).status).toBe(200);
    expect((await post('', { authorization: `Bearer ${key}` })).status).toBe(200);
  });

  it('R-4.6-02 R-5-02 accepts a key in the query, which the API rejects', async () => {
    const response = await server.fetch(`/api/agents?api_key=${server.shop.key}`);
    expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('Authorization')]);
  });

  it('R-4.6-02 R-5-06 rejects a visitor token in the query and in Authorization', async () => {
    const { chatbotId } = server.shop;
    const chatbot = await findPublicChatbot(server.deps.database, chatbotId);
    const session = await server.fetch('/embed/session', {
      body: { chatbot_id: chatbotId },
      headers: { origin: chatbot.allowed_origins[0] ?? '' },
    });
    const [token = ''] = /vst_[^"]+/.exec(await session.text()) ?? [];
    expect(token).toMatch(/^vst_.{20}/);
    expect((await post(`?api_key=${token}`)).status).toBe(401);
    expect((await post('', { authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('R-4.6-08 counts requests to the API and to the endpoint in one window', async () => {
    const { key } = await server.addStore({ requests_per_minute: 2 });
    const list = () => server.fetch('/api/agents', { headers: { authorization: `Bearer ${key}` } });
    expect((await list()).status).toBe(200);
    expect((await post(`?api_key=${key}`)).status).toBe(200);
    expect((await list()).status).toBe(429);
  });

  it('R-4.6-08 counts every call of a batch', async () => {
    const { key } = await server.addStore({ requests_per_minute: 2 });
    const batch = [1, 2, 3].map((id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'list_agents' },
    }));
    const response = await (await send(`?api_key=${key}`, batch)).text();
    expect(response.match(/"structuredContent"/g)).toHaveLength(2);
    expect(response.match(/the rate limit of 2 requests a minute is exceeded/g)).toHaveLength(1);
  });

  it('R-4.6-06 rejects requests before the protocol handles them with the error body', async () => {
    const path = `/mcp?api_key=${server.shop.key}`;
    const deep = `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    const headers = { 'content-type': 'application/json' };
    const rejections = [
      [405, await server.fetch(path)],
      [405, await server.fetch(path, { method: 'DELETE' })],
      [415, await send(`?api_key=${server.shop.key}`, initialize, { 'content-encoding': 'gzip' })],
      [413, await send(`?api_key=${server.shop.key}`, { text: 'a'.repeat(300_000) })],
      [413, await server.fetch(path, { method: 'POST', body: 'a'.repeat(3_000_000), headers })],
      [
        413,
        await server.fetch(path, {
          method: 'POST',
          body: 'a'.repeat(300_000),
          headers: { ...headers, 'transfer-encoding': 'chunked' },
        }),
      ],
      [400, await server.fetch(path, { method: 'POST', body: deep, headers })],
    ] as const;
    for (const [status, response] of rejections) {
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual({ error: expect.any(String), status, code: expect.any(String) });
      expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    }
  });

  it.each(['{', '', 'null', '[]', '{"hello":1}', '[[]]'])(
    'rejects an invalid message with the JSON-RPC error of the protocol: %s',
    async (body) => {
      const response = await server.fetch(`/mcp?api_key=${server.shop.key}`, {
        method: 'POST',
        body,
        headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
      });
      expect([response.status, await response.json()]).toEqual([
        400,
        expect.objectContaining({
          jsonrpc: '2.0',
          error: expect.objectContaining({ message: expect.any(String) }),
        }),
      ]);
    },
  );

  it('R-4.6-10 allows pages of this machine, and no others, to read responses and to send any header', async () => {
    const preflight = (origin: string) =>
      server.fetch('/mcp', {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,mcp-protocol-version',
        },
      });
    const allowed = await preflight('http://localhost:6274');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('http://localhost:6274');
    expect(allowed.headers.get('access-control-allow-methods')).toBe('POST');
    expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type,mcp-protocol-version');
    const response = await post(`?api_key=${server.shop.key}`, { origin: 'http://localhost:6274' });
    expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:6274');
    const rejected = await preflight('https://evil.example');
    expect([rejected.status, rejected.headers.get('access-control-allow-origin')]).toEqual([401, null]);
  });

  it('rejects a subscription to the list of tools, which never changes', async () => {
    const client = await connectMcpClient(server, '2026-07-28');
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow(/limit/);
    await client.close();
  });

  it('R-4.6-09 R-5-09 keeps the key out of every log, response and referrer', async () => {
    const { key } = server.shop;
    const good = await post(`?api_key=${key}`);
    expect(good.headers.get('cache-control')).toBe('no-store');
    expect(good.headers.get('referrer-policy')).toBe('no-referrer');
    const responses = [
      good,
      await post(`?api_key=${key}&api_key=x`),
      await post(`?api_key=${key}`, { host: 'a b' }),
    ];
    responses.push(
      await server.fetch(`/mcp?api_key=${key}`, {
        method: 'POST',
        body: '{',
        headers: { 'content-type': 'application/json' },
      }),
    );
    responses.push(await server.fetch(`/mcp?api_key=${key}`, { method: 'DELETE' }));
    for (const response of responses) {
      expect(response.status).toBeLessThan(500);
      expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain(key);
    }
    await expect.poll(() => server.logLines.length).toBeGreaterThanOrEqual(lines + responses.length);
    expect(server.logLines.join('')).not.toContain(key);
  });

  it('R-4.6-10 rejects pages of other origins with 403, and serves its own origin, this machine and clients without Origin', async () => {
    const query = `?api_key=${server.shop.key}`;
    const { host, origin } = new URL(server.service.baseUrl);
    for (const allowed of [origin, 'http://localhost:6274', `https://${host}`]) {
      expect((await post(query, { origin: allowed })).status).toBe(200);
    }
    for (const rejected of ['https://evil.example', 'null', 'https://localhost.evil.example']) {
      const response = await post(query, { origin: rejected });
      expect([response.status, await response.json()]).toEqual([
        403,
        {
          error: 'pages of this origin may not use the MCP endpoint',
          status: 403,
          code: 'origin_not_allowed',
        },
      ]);
    }
  });

  it('R-4.6-08 R-8-06 counts every request against the plan', async () => {
    const { key } = await server.addStore({ requests_per_minute: 1 });
    expect((await post(`?api_key=${key}`)).headers.get('ratelimit')).toBe('"minute";r=0;t=60');
    const rejected = await post(`?api_key=${key}`);
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await rejected.json()).toEqual({
      error: expect.stringContaining('rate limit'),
      status: 429,
      code: 'rate_limited',
    });
  });
});
