import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../testing/raw-request.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { allAgents } from '../db/agents.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The bytes of a request with the key of `shop`. */
function request(line: string, ...headers: string[]): string {
  return [line, 'Host: localhost', `Authorization: Bearer ${server.shop.key}`, ...headers, '', ''].join(
    '\r\n',
  );
}

const overTls = (bytes: string) => sendRaw(server.service.baseUrl, server.ca, bytes);
const overPlainHttp = (bytes: string) => sendRaw(server.service.httpUrl, '', bytes);

describe('plain HTTP', () => {
  it.each(['/api/agents', '/', '/healthz', '/docs/', '/mcp', '/nothing'])(
    'R-5-07 R-1-09 is rejected at %s with 403 and the error body, without a redirect, and the connection closes',
    async (path) => {
      const response = await overPlainHttp(request(`GET ${path} HTTP/1.1`));
      expect(response).toMatchObject({
        status: 403,
        body: '{"error":"only HTTPS is accepted","status":403,"code":"https_required"}',
      });
      expect(response?.headers.get('location')).toBeUndefined();
      expect(response?.headers.get('connection')).toBe('close');
    },
  );

  it('R-5-07 creates no agent, even with X-Forwarded-Proto: https', async () => {
    const config = { model_provider: 'provider_one', model_id: 'a', system_prompt: 'a' };
    const body = JSON.stringify({ name: 'over http', type: 'a', config });
    const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const response = await overPlainHttp(
      request('POST /api/agents HTTP/1.1', ...headers, 'X-Forwarded-Proto: https') + body,
    );
    expect(response?.status).toBe(403);
    const agents = await allAgents(server.deps.database.reader(server.shop.store.id));
    expect(agents.map(({ name }) => name)).not.toContain('over http');
  });

  it('R-5-07 at the HTTPS port gets no response', async () => {
    const response = await sendRaw(
      server.service.baseUrl.replace('https', 'http'),
      '',
      request('GET /api/agents HTTP/1.1'),
    );
    expect(response).toBeUndefined();
    expect((await server.api('/api/agents')).status).toBe(200);
  });
});

describe('X-Forwarded-Proto', () => {
  it.each([
    [200, 'https from a range of trusted proxies', '127.0.0.0/8', 'https'],
    [200, 'HTTPS from a trusted address', '127.0.0.1', 'HTTPS'],
    [200, 'https, https from an IPv4-mapped address', '::ffff:127.0.0.1, 10.0.0.0/8', 'https, https'],
    [403, 'http from a trusted proxy', '127.0.0.1', 'http'],
    [403, 'http, https from a trusted proxy', '127.0.0.1', 'http, https'],
    [403, 'https from a proxy that is not trusted', '10.0.0.0/8', 'https'],
  ])('R-5-07 decides whether plain HTTP is accepted: %d for %s', async (status, _name, proxies, proto) => {
    const proxied = await startTestServer({ environment: { TRUSTED_PROXIES: proxies } });
    const lines = [`Authorization: Bearer ${proxied.shop.key}`, `X-Forwarded-Proto: ${proto}`];
    const bytes = ['GET /api/agents HTTP/1.1', 'Host: a', ...lines, 'Connection: close', '', ''].join('\r\n');
    expect((await sendRaw(proxied.service.httpUrl, '', bytes))?.status).toBe(status);
    await proxied.close();
  });

  it('R-5-07 http of a trusted proxy is rejected over TLS too', async () => {
    const proxied = await startTestServer({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const response = await proxied.api('/api/agents', { headers: { 'x-forwarded-proto': 'http' } });
    expect(response.status).toBe(403);
    expect((await proxied.api('/api/agents')).status).toBe(200);
    await proxied.close();
  });
});

describe('invalid HTTP', () => {
  it.each([
    ['text that is not HTTP', 'hello\r\n\r\n', 400, 'this is not a valid HTTP/1.1 request'],
    ['a header without a name', 'GET / HTTP/1.1\r\n: a\r\n\r\n', 400, 'this is not a valid HTTP/1.1 request'],
    [
      'Content-Length and Transfer-Encoding together',
      'POST /api/agents HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'this is not a valid HTTP/1.1 request',
    ],
    ...['GET /healthz', 'PRI /healthz', 'PRI /healthz!HTTP/1.1', 'GET /healthz HTTP/2.0'].map(
      (line): [string, string, number, string] => [
        `a request line without HTTP/1: ${line}`,
        `${line}\r\nHost: a\r\n\r\n`,
        400,
        'this is not a valid HTTP/1.1 request',
      ],
    ),
    [
      'headers of more than 16 kB',
      `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'the headers must be at most 16 kB',
    ],
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'CONNECT is not supported'],
    [
      'no Host header',
      'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
      'the Host header is required',
    ],
    [
      'two Host headers',
      'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
      400,
      'the Host header is duplicated',
    ],
    ...['a b', 'a"><b', 'x@evil.example', 'a/b', 'a\\b', 'a?b', 'a:99999'].map(
      (host): [string, string, number, string] => [
        `the Host ${host}`,
        `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        400,
        'the Host header is invalid',
      ],
    ),
  ])('R-7-13 R-2.5-01 %s is rejected with the error body', async (_name, bytes, status, error) => {
    const response = await overTls(bytes);
    expect(response).toMatchObject({
      status,
      body: expect.stringContaining(`{"error":"${error}","status":${status},"code":"`),
    });
    expect(response?.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response?.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('R-5-13 R-5-06 two Authorization headers are rejected with 401, however their names are written', async () => {
    for (const name of ['Authorization', 'AUTHORIZATION']) {
      const second = `${name}: Bearer ${server.shop.key}`;
      const response = await overTls(request('GET /api/agents HTTP/1.1', second, 'Connection: close'));
      expect(response?.status).toBe(401);
    }
  });

  it('R-7-17 CONNECT is rejected with an empty Allow header', async () => {
    const response = await overTls('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(response?.headers.get('allow')).toBe('');
  });

  it('R-7-13 an invalid chunk in the middle of a body is rejected with 400', async () => {
    const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const response = await overTls(`${request('POST /api/agents HTTP/1.1', ...headers)}5\r\n{"a":\r\nzz\r\n`);
    expect(response).toMatchObject({
      status: 400,
      body: expect.stringContaining('not a valid HTTP/1.1 request'),
    });
  });

  it('R-7-14 a Content-Length above the maximum is rejected with 413 before the body arrives', async () => {
    const headers = ['Content-Type: application/json', 'Content-Length: 262145', 'Connection: close'];
    const response = await overTls(request('POST /api/agents HTTP/1.1', ...headers));
    expect(response).toMatchObject({
      status: 413,
      body: '{"error":"the body must be at most 256 kB (262144 bytes)","status":413,"code":"payload_too_large"}',
    });
  });

  it('text that is not HTTP is rejected once, even when its client goes on sending', async () => {
    const response = await overTls(`hello\r\n\r\n${'more\r\n'.repeat(100_000)}`);
    expect(response?.status).toBe(400);
    expect(response?.body).toBe(
      '{"error":"this is not a valid HTTP/1.1 request","status":400,"code":"invalid_request"}',
    );
  });

  it('text that is not HTTP is rejected after the response to an earlier request of its connection', async () => {
    const response = await overTls(`${request('GET /api/agents HTTP/1.1')}hello\r\n\r\n`);
    expect(response?.status).toBe(200);
    expect(response?.body).toMatch(/^\{"agents":.*HTTP\/1.1 400 Bad Request/s);
  });
});

describe('the request target', () => {
  it('may have the absolute form or a fragment', async () => {
    const absolute = await overTls(request('GET https://localhost/api/agents HTTP/1.1', 'Connection: close'));
    expect(absolute?.status).toBe(200);
    const fragment = await overTls(request('GET /api/agents#top HTTP/1.1', 'Connection: close'));
    expect(fragment?.status).toBe(200);
  });

  it.each([
    '/api/agents/',
    '/api//agents',
    '/api/Agents',
    '/api/agents%2F',
    '/api/agents;a',
    '/api/./agents',
    '/api/agents/x',
  ])('R-7-17 %s is 404 with a key', async (path) => {
    const response = await overTls(request(`GET ${path} HTTP/1.1`, 'Connection: close'));
    expect(response).toMatchObject({
      status: 404,
      body: '{"error":"not found","status":404,"code":"not_found"}',
    });
  });

  it.each(['/API/agents', '//api/agents', '/apix', '/x/api', '/nothing', '/api%2Fagents', '*'])(
    'R-7-17 %s is 404 without a key',
    async (path) => {
      const response = await overTls(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(response?.status).toBe(404);
    },
  );

  it.each([
    ['/api/agents', 'DELETE', 'GET, POST'],
    ['/api/agents', 'HEAD', 'GET, POST'],
    ['/api/agents', 'OPTIONS', 'GET, POST'],
    ['/api/agents/chat/stream', 'GET', 'POST'],
    ['/api/widget/config', 'POST', 'GET'],
  ])('R-7-17 %s with the method %s is 405 with Allow: %s', async (path, method, allow) => {
    const response = await server.api(path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  });

  it('R-7-13 that cannot be decoded is rejected with 400', async () => {
    const demo = await startTestServer({ environment: { DEMO_SHOP: 'on' } });
    for (const path of ['/demo/product/%ff', '/demo/images/%c0%af.svg']) {
      const response = await demo.fetch(path);
      expect(await response.json()).toEqual({
        error: 'the path has an invalid percent-encoding',
        status: 400,
        code: 'invalid_request',
      });
    }
    await demo.close();
  });

  it('is served when the Expect header is unknown', async () => {
    const response = await server.fetch('/api/agents', {
      headers: { ...bearer(server.shop.key), expect: 'a miracle' },
    });
    expect(response.status).toBe(200);
  });
});

describe('a client of HTTP/1.0', () => {
  it('gets an event stream of /mcp that ends with the connection', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const headers = [
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Accept: application/json, text/event-stream',
    ];
    const response = await overTls(request('POST /mcp HTTP/1.0', ...headers) + body);
    expect(response?.status).toBe(200);
    expect(response?.headers.get('connection')).toBe('close');
    expect(response?.body).toContain('list_agents');
  });
});
