import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type ClientHttp2Stream, connect, constants } from 'node:http2';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect as connectTls } from 'node:tls';
import express from 'express';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { systemClock } from '../support/clock.ts';
import { createTestFolder } from '../testing/database.ts';
import { createHttp2Fetch } from '../testing/http2-fetch.ts';
import { allEvents } from '../testing/read-events.ts';
import { createScriptedModel, finishes, says } from '../testing/scripted-model.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createTlsFetch } from '../testing/tls-fetch.ts';
import { readBody } from './json-body.ts';
import { type Http2Service, offeredProtocols, serveHttp2 } from './serve-http2.ts';
import { loadTls } from './tls/load-tls.ts';

const stream = '/api/agents/chat/stream';

describe('one port for both protocols', () => {
  let server: TestServer;
  let client: ReturnType<typeof createHttp2Fetch>;
  beforeAll(async () => {
    server = await startTestServer({
      environment: { NODE_ENV: 'production', MODEL_FALLBACK: 'built-in' },
      protocol: 'h2',
    });
    client = createHttp2Fetch(server.service.baseUrl, server.ca);
  });
  afterAll(async () => {
    client.close();
    await server.close();
  });
  const headers = (): Record<string, string> => ({ authorization: `Bearer ${server.shop.key}` });
  const question = (message: string): object => ({ agent_id: server.shop.agentId, message });

  it('gives the same answer over either', async () => {
    const over2 = await client.fetch('/api/agents', { headers: headers() });
    const http1 = createTlsFetch(server.service.baseUrl, server.ca);
    const over1 = await http1.fetch('/api/agents', { headers: headers() });
    http1.close();
    expect(over2.status).toBe(200);
    expect(await over2.text()).toBe(await over1.text());
    expect(over2.headers.get('connection')).toBeNull();
    expect(over1.headers.get('connection')).toBe('keep-alive');
  });

  it('streams many replies at once over one connection, each whole and in order', async () => {
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        client.fetch(stream, { headers: headers(), body: question(`Show me jackets under $${100 + index}`) }),
      ),
    );
    // Throws at an event that is out of order.
    const events = await Promise.all(replies.map(allEvents));
    expect(events.map((own) => own.at(-1)?.type)).toEqual(replies.map(() => 'end'));
    expect(client.session.closed).toBe(false);
  });

  it('knows its own origin, which a browser names in :authority and not in Host', async () => {
    const from = (origin: string) =>
      client.fetch(`/mcp?api_key=${server.shop.key}`, {
        body: {},
        headers: { ':authority': 'agents.example', origin },
      });
    expect((await from('https://agents.example')).status).toBe(400);
    expect((await from('https://other.example')).status).toBe(403);
  });

  it('refuses a body that is too large, and goes on with the connection', async () => {
    const body = JSON.stringify(question('x'.repeat(300_000)));
    const large = { headers: { ...headers(), 'content-type': 'application/json' }, body };
    const refused = await client.fetch(stream, large);
    expect([refused.status, await refused.json()]).toMatchObject([413, { status: 413 }]);
    expect((await client.fetch('/healthz')).status).toBe(200);
  });

  it('refuses header fields that are too large, and goes on with the connection', async () => {
    const request = client.session.request({ ':path': '/healthz', 'x-large': 'x'.repeat(20_000) });
    await expect(once(request, 'response')).rejects.toThrow(/NGHTTP2/);
    expect((await client.fetch('/healthz')).status).toBe(200);
  });
});

describe('a client of HTTP/2', () => {
  let server: TestServer;
  let client: ReturnType<typeof createHttp2Fetch>;
  const start = async (
    script: Parameters<typeof createScriptedModel>[0],
    environment = {},
  ): Promise<void> => {
    const { model } = createScriptedModel(script);
    server = await startTestServer({
      protocol: 'h2',
      models: { modelFor: () => Promise.resolve(model) },
      environment,
    });
    client = createHttp2Fetch(server.service.baseUrl, server.ca);
  };
  afterEach(async () => {
    client.close();
    await server.close();
  });
  const ask = (): Promise<Response> =>
    client.fetch(stream, {
      headers: { authorization: `Bearer ${server.shop.key}` },
      body: { agent_id: server.shop.agentId, message: 'Hello' },
    });

  it('that leaves one reply ends the work for it, and keeps the connection', async () => {
    await start([[...says('Hello'), 'hang']]);
    const reply = await ask();
    await reply.body?.cancel();
    await expect.poll(() => server.deps.chat.active.size).toBe(0);
    expect(server.logLines.join('')).toMatch(/"path":"\/api\/agents\/chat\/stream".*"aborted":true/);
    expect((await client.fetch('/healthz')).status).toBe(200);
  });

  it('that takes nothing of a reply is dropped from it', async () => {
    await start([[...says('x'.repeat(200_000)), finishes()]], { SLOW_READER_SECONDS: '1' });
    const session = connect(server.service.baseUrl, {
      ca: server.ca,
      settings: { initialWindowSize: 1_000 },
    });
    const body = JSON.stringify({ agent_id: server.shop.agentId, message: 'Hello' });
    const request: ClientHttp2Stream = session.request({
      ':method': 'POST',
      ':path': stream,
      'content-type': 'application/json',
      authorization: `Bearer ${server.shop.key}`,
    });
    request.on('error', () => undefined).end(body);
    await once(request, 'response');
    const line = () => server.logLines.find((one) => one.includes(stream));
    await expect.poll(line, { timeout: 10_000 }).toContain('"aborted":true');
    await expect.poll(() => request.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR);
    await expect.poll(() => server.deps.chat.active.size).toBe(0);
    session.destroy();
  });

  it('reads its reply to the end while the service stops, and is then disconnected', async () => {
    await start([[...says('Hello'), 'hang']]);
    const reply = await ask();
    const closed = once(client.session, 'close');
    const stopped = server.service.stop(50);
    expect(await reply.text()).toMatch(/"type":"error","error":"the service is stopping/);
    await Promise.all([stopped, closed]);
  });
});

describe('what a client of HTTP/2 cannot hold for ever', () => {
  const folder = createTestFolder();
  let server: Server;
  let service: Http2Service;
  let port: number;
  let isWhole = false;
  beforeEach(async () => {
    const tls = await loadTls(loadConfig({ DATA_DIR: folder, HOST: '127.0.0.1' }), systemClock);
    server = createServer({ ...tls, ALPNProtocols: offeredProtocols });
    const app = express().use(async (request, response) => {
      isWhole = await readBody(request).then(
        () => true,
        () => false,
      );
      response.end('x'.repeat(100_000));
    });
    const limits = { idleTimeout: 200, requestTimeout: 50, silentTimeout: 100, maxHeaderSize: 16_384 };
    service = serveHttp2(server, app, limits);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));
  afterAll(() => rmSync(folder, { recursive: true }));
  const open = (settings = {}) =>
    connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, settings });

  it.each([{}, { expect: 'x' }])('a request whose body does not arrive: %j', async (fields) => {
    const session = open();
    const request = session.request({ ':method': 'POST', ':path': '/', ...fields });
    request.on('error', () => undefined).write('{}');
    await once(request, 'close');
    expect(request.rstCode).toBe(constants.NGHTTP2_CANCEL);
    expect(isWhole).toBe(false);
    // And then the connection, on which nothing happens.
    await once(session, 'close');
  });

  it('an answer that it does not take', async () => {
    const session = open({ initialWindowSize: 0 });
    const request = session.request({ ':path': '/' });
    request.on('error', () => undefined);
    await once(request, 'response');
    await once(request.resume(), 'close');
    expect(request.rstCode).toBe(constants.NGHTTP2_CANCEL);
    await once(session, 'close');
  });

  it('a connection that says nothing, or that does not end when it is told to', async () => {
    const options = { port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] };
    await once(connectTls(options).resume(), 'close');
    // It does not read, and so it does not hear of the end: only a cut lets the server close.
    const stubborn = connectTls(options);
    await once(stubborn, 'secureConnect');
    const closed = new Promise((resolve) => server.close(resolve));
    service.stopAccepting();
    service.closeAllConnections();
    await closed;
    stubborn.destroy();
  });
});
