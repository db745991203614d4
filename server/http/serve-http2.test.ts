import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect, constants, type ClientHttp2Stream } from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { loadConfig } from '../config.ts';
import { createTestFolder } from '../testing/database.ts';
import { createHttp2Fetch } from '../testing/http2-fetch.ts';
import { allEvents } from '../testing/read-events.ts';
import { createScriptedModel, finishes, says } from '../testing/scripted-model.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { loadTls } from '../tls/load-tls.ts';
import { offeredProtocols, serveHttp2 } from './serve-http2.ts';

const stream = '/api/agents/chat/stream';

describe('one port for both protocols', () => {
  let server: TestServer;
  let client: ReturnType<typeof createHttp2Fetch>;
  beforeAll(async () => {
    server = await startTestServer({ environment: { NODE_ENV: 'production', MODEL_FALLBACK: 'built-in' } });
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
    const over1 = await server.api('/api/agents');
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
    server = await startTestServer({ models: { modelFor: () => Promise.resolve(model) }, environment });
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
    expect(server.deps.chat.active.size).toBe(0);
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

it('gives up a request whose body does not arrive, and closes a connection on which nothing happens', async () => {
  const folder = createTestFolder();
  const config = loadConfig({ DATA_DIR: folder, HOST: '127.0.0.1' });
  const tls = await loadTls(config, systemClock);
  const server = createServer({ ...tls, ALPNProtocols: offeredProtocols });
  const app = express().use((request, response) => {
    request.on('end', () => response.json({ whole: true })).resume();
  });
  serveHttp2(server, app, { idleTimeout: 200, requestTimeout: 50, maxHeaderSize: 16_384 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const session = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  const request = session.request({ ':method': 'POST', ':path': '/' });
  request.on('error', () => undefined).write('{');
  await once(request, 'close');
  expect(request.rstCode).not.toBe(constants.NGHTTP2_INTERNAL_ERROR);
  await once(session, 'close');
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});
