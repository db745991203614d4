import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../testing/raw-request.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function request(line: string, ...fields: string[]): string {
  return [line, 'Host: localhost', `Authorization: Bearer ${server.shop.key}`, ...fields, '', ''].join(
    '\r\n',
  );
}

const overTls = (bytes: string) => sendRaw(server.service.baseUrl, server.ca, bytes);
const inTheClear = (bytes: string) => sendRaw(server.service.httpUrl, '', bytes);

describe('plain HTTP', () => {
  it.each(['/api/agents', '/', '/healthz', '/docs/', '/mcp', '/nothing'])(
    'R-5-07 R-1-09 refuses %s with 403 and the error body, without a redirect, and closes',
    async (path) => {
      const answer = await inTheClear(request(`GET ${path} HTTP/1.1`));
      expect(answer).toMatchObject({ status: 403, body: '{"error":"only HTTPS is accepted","status":403}' });
      expect(answer?.headers.get('location')).toBeUndefined();
      expect(answer?.headers.get('connection')).toBe('close');
    },
  );

  it('R-5-07 a create over it creates nothing, whatever it says of itself', async () => {
    const config = { model_provider: 'provider_one', model_id: 'a', system_prompt: 'a' };
    const body = JSON.stringify({ name: 'over http', type: 'a', config });
    const fields = ['Content-Type: application/json', `Content-Length: ${body.length}`];
    const answer = await inTheClear(
      request('POST /api/agents HTTP/1.1', ...fields, 'X-Forwarded-Proto: https') + body,
    );
    expect(answer?.status).toBe(403);
    const agents = await server.deps.repositories.agents.list(server.shop.store.id);
    expect(agents.map(({ name }) => name)).not.toContain('over http');
  });

  it('R-5-07 spoken to the HTTPS port gets no answer', async () => {
    const answer = await sendRaw(
      server.service.baseUrl.replace('https', 'http'),
      '',
      request('GET /api/agents HTTP/1.1'),
    );
    expect(answer).toBeUndefined();
    expect((await server.api('/api/agents')).status).toBe(200);
  });
});

describe('behind a proxy', () => {
  it.each([
    ['a trusted one', '127.0.0.0/8', 'https', 200],
    ['a trusted one by address', '127.0.0.1', 'HTTPS', 200],
    ['two hops that both used TLS', '::ffff:127.0.0.1, 10.0.0.0/8', 'https, https', 200],
    ['a trusted one whose client did not use TLS', '127.0.0.1', 'http', 403],
    ['two hops of which one did not use TLS', '127.0.0.1', 'http, https', 403],
    ['one that is not trusted', '10.0.0.0/8', 'https', 403],
  ])('R-5-07 believes X-Forwarded-Proto of %s', async (_name, proxies, proto, status) => {
    const proxied = await startTestServer({ environment: { TRUSTED_PROXIES: proxies } });
    const lines = [`Authorization: Bearer ${proxied.shop.key}`, `X-Forwarded-Proto: ${proto}`];
    const bytes = ['GET /api/agents HTTP/1.1', 'Host: a', ...lines, 'Connection: close', '', ''].join('\r\n');
    expect((await sendRaw(proxied.service.httpUrl, '', bytes))?.status).toBe(status);
    await proxied.close();
  });

  it('R-5-07 refuses over TLS too what a trusted proxy took in the clear', async () => {
    const proxied = await startTestServer({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const response = await proxied.api('/api/agents', { headers: { 'x-forwarded-proto': 'http' } });
    expect(response.status).toBe(403);
    expect((await proxied.api('/api/agents')).status).toBe(200);
    await proxied.close();
  });

  it('does not start with a range that is none', async () => {
    const start = startTestServer({ environment: { TRUSTED_PROXIES: '10.0.0.0/99' } });
    await expect(start).rejects.toThrow('TRUSTED_PROXIES: "10.0.0.0/99" is no address and no range');
  });
});

describe('what never becomes a request has the error body too', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'this is not a valid HTTP request'],
    [
      'a header field without a name',
      'GET / HTTP/1.1\r\n: a\r\n\r\n',
      400,
      'this is not a valid HTTP request',
    ],
    [
      'both lengths',
      'POST /api/agents HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'this is not a valid HTTP request',
    ],
    [
      'header fields beyond 16 kB',
      `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'the header fields must be at most 16 kB',
    ],
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', 405, 'CONNECT is not served'],
    [
      'no Host',
      'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n',
      400,
      'the header field Host is required',
    ],
    [
      'two hosts',
      'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
      400,
      'the header field Host is there twice',
    ],
  ])('R-7-13 R-2.5-01 %s', async (_name, bytes, status, error) => {
    const answer = await overTls(bytes);
    expect(answer).toMatchObject({ status, body: JSON.stringify({ error, status }) });
    expect(answer?.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer?.headers.get('x-request-id')).toMatch(/^req_/);
  });

  it('R-7-17 CONNECT says that nothing is allowed', async () => {
    const answer = await overTls('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(answer?.headers.get('allow')).toBe('');
  });

  it('R-7-13 a chunk that is none, in the middle of a body', async () => {
    const fields = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const answer = await overTls(`${request('POST /api/agents HTTP/1.1', ...fields)}5\r\n{"a":\r\nzz\r\n`);
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('not a valid HTTP request') });
  });

  it('waits for the answer to what came before it', async () => {
    const answer = await overTls(`${request('GET /api/agents HTTP/1.1')}hello\r\n\r\n`);
    expect(answer?.status).toBe(200);
    expect(answer?.body).toMatch(/^\{"agents":.*HTTP\/1.1 400 Bad Request/s);
  });
});

describe('spellings of a target', () => {
  it('takes the absolute form and drops a fragment', async () => {
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
  ])('R-7-17 %s is 404', async (path) => {
    const answer = await overTls(request(`GET ${path} HTTP/1.1`, 'Connection: close'));
    expect(answer).toMatchObject({
      status: 404,
      body: '{"error":"there is nothing at this path","status":404}',
    });
  });

  it.each(['/API/agents', '//api/agents', '/nothing', '/api%2Fagents', '*'])(
    'R-7-17 %s is 404 without a key',
    async (path) => {
      const answer = await overTls(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(answer?.status).toBe(404);
    },
  );

  it.each([
    ['/api/agents', 'DELETE', 'GET, POST'],
    ['/api/agents', 'HEAD', 'GET, POST'],
    ['/api/agents', 'OPTIONS', 'GET, POST'],
    ['/api/agents/chat/stream', 'GET', 'POST'],
    ['/api/widget/config', 'POST', 'GET'],
  ])('R-7-17 %s has no %s: 405 with Allow', async (path, method, allow) => {
    const response = await server.api(path, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow]);
  });

  it('ignores expectations that it does not know', async () => {
    const response = await server.fetch('/api/agents', {
      headers: { ...bearer(server.shop.key), expect: 'a miracle' },
    });
    expect(response.status).toBe(200);
  });
});
