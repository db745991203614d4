import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import express, { type Express } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScriptedModel, says } from '../testing/scripted-model.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { maxWaitingRequests, serveInTurn } from './connection-limits.ts';
import { startService } from './server.ts';
import { allAgents } from '../db/agents.ts';

let server: TestServer;
const cleanUp: (() => Promise<void>)[] = [];
beforeAll(async () => {
  const { model } = createScriptedModel([[...says('Hello'), 'hang']]);
  server = await startTestServer({
    models: { modelFor: () => Promise.resolve(model) },
    environment: { KEEP_ALIVE_SECONDS: '0.2' },
  });
});
afterAll(async () => {
  for (const step of cleanUp) await step();
  await server.close();
});

/** A connection to the port of `url` that may send requests before it has received earlier responses. */
function open(url = server.service.baseUrl): TLSSocket {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), ca: server.ca });
  return socket.on('error', () => undefined);
}

/** A service on free ports with an application of the test's own. */
async function startApp(app: Express, slowReaderMs = 60_000): Promise<string> {
  const { config } = server.deps;
  const deps = { ...server.deps, config: { ...config, chat: { ...config.chat, slowReaderMs } } };
  const service = await startService(deps, app);
  cleanUp.push(() => service.stop(0));
  return service.baseUrl;
}

function bytesOf(method: string, path: string, body = ''): string {
  const entity = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const headers = `Host: localhost\r\nAuthorization: Bearer ${server.shop.key}\r\n`;
  return `${method} ${path} HTTP/1.1\r\n${headers}${body === '' ? '\r\n' : entity}`;
}

function create(name: string): string {
  const config = { model_provider: 'provider_one', model_id: 'a', system_prompt: 'a' };
  return bytesOf('POST', '/api/agents', JSON.stringify({ name, type: 'a', config }));
}

function ask(): string {
  const body = { agent_id: server.shop.agentId, message: 'Hello' };
  return bytesOf('POST', '/api/agents/chat/stream', JSON.stringify(body));
}

async function agentNames(): Promise<string[]> {
  const agents = await allAgents(server.deps.database.reader(server.shop.store.id));
  return agents.map(({ name }) => name);
}

const statuses = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));

/** Collects what arrives. */
function receive(socket: TLSSocket): () => string {
  let received = '';
  socket.on('data', (chunk: Buffer) => (received += String(chunk)));
  return () => received;
}

describe('pipelined requests', () => {
  it('are processed one after the other, and their responses come in order', async () => {
    let [active, mostActive] = [0, 0];
    const app = express();
    app.use(serveInTurn(60_000));
    app.get('/:number', async (request, response) => {
      mostActive = Math.max(mostActive, ++active);
      await nextTurn();
      active -= 1;
      response.json({ number: request.params.number });
    });
    const socket = open(await startApp(app));
    const received = receive(socket);
    socket.write(Array.from({ length: 9 }, (_, index) => bytesOf('GET', `/${index}`)).join(''));
    await expect.poll(() => statuses(received())).toHaveLength(9);
    expect(received().match(/"number":"\d"/g)).toEqual(
      Array.from({ length: 9 }, (_, index) => `"number":"${index}"`),
    );
    expect(mostActive).toBe(1);
    socket.destroy();
  });

  it('are rejected with 429 when too many wait; then the connection closes, and no later one is processed', async () => {
    const socket = open();
    socket.write(Array.from({ length: 40 }, (_, index) => create(`pipelined ${index}`)).join(''));
    const received = await text(socket).catch(() => '');
    const created = Array.from({ length: 1 + maxWaitingRequests }, (_, index) => index);
    expect(statuses(received)).toEqual([...created.map(() => 201), 429]);
    expect(received).toMatch(/\r\nConnection: close\r\nRetry-After: 1\r\n/);
    expect(received).toMatch(
      /\r\n\r\n\{"error":"at most 8 requests [^"]*","status":429,"code":"rate_limited"\}$/,
    );
    const names = (await agentNames()).filter((name) => name.startsWith('pipelined'));
    expect(names).toEqual(created.map((index) => `pipelined ${index}`));
  });

  it('are not processed when the client leaves before their turn', async () => {
    const socket = open();
    const received = receive(socket);
    socket.write(ask() + create('too late'));
    await expect.poll(received).toContain('"type":"text"');
    socket.destroy();
    await expect.poll(() => server.deps.chat.active.size).toBe(0);
    expect((await server.api('/api/agents')).status).toBe(200);
    expect(await agentNames()).not.toContain('too late');
  });

  it('are not processed after a response with Connection: close', async () => {
    const socket = open();
    const last = bytesOf('GET', '/healthz').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    socket.write(last + create('after the last'));
    expect(statuses(await text(socket))).toEqual([200]);
    expect(await agentNames()).not.toContain('after the last');
  });

  it('are no longer read when their rejections wait for a response in progress', async () => {
    const socket = open();
    const received = receive(socket);
    socket.write(ask());
    await expect.poll(received).toContain('"type":"text"');
    const flood = 64 * 1024 * 1024;
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(flood / 27));
    let sent = -1;
    // Two equal figures in a row: nothing is sent any more.
    await expect
      .poll(
        () => {
          const isStuck = sent === socket.bytesWritten - socket.writableLength;
          sent = socket.bytesWritten - socket.writableLength;
          return isStuck;
        },
        { interval: 200 },
      )
      .toBe(true);
    const requests = server.logLines.filter((line) => line.includes('"status":429')).length;
    expect(requests).toBeLessThan(2_000);
    expect((await server.fetch('/healthz')).status).toBe(200);
    socket.destroy();
    await once(socket, 'close');
    await expect.poll(() => server.deps.chat.active.size).toBe(0);
  });

  it('with an invalid body are rejected after the response in progress, not in the middle of it', async () => {
    const gate = Promise.withResolvers<void>();
    const app = express();
    app.use(serveInTurn(60_000));
    app.get('/', async (_request, response) => {
      response.write('begin');
      await gate.promise;
      response.end('end');
    });
    const socket = open(await startApp(app));
    const received = receive(socket);
    const closed = once(socket, 'close');
    const chunked = 'Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n';
    // In one write, so that the server has read both when the first response begins.
    socket.write(`${bytesOf('GET', '/')}POST /api/agents HTTP/1.1\r\nHost: a\r\n${chunked}zz\r\n`);
    await expect.poll(received).toContain('begin');
    gate.resolve();
    await closed;
    expect(received()).toMatch(
      /begin\r\n3\r\nend\r\n0\r\n\r\nHTTP\/1\.1 400 .*"status":400,"code":"invalid_request"\}$/s,
    );
  });
});

describe('an invalid body', () => {
  it('gets no second response when its request has one; the connection closes', async () => {
    const socket = open();
    const received = receive(socket);
    const closed = once(socket, 'close');
    socket.write('POST /nothing HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    await expect.poll(() => statuses(received())).toEqual([404]);
    socket.write('zz\r\n');
    await closed;
    expect(statuses(received())).toEqual([404]);
  });
});

describe('a response that the client does not read', () => {
  const size = 64 * 1024 * 1024;

  it('is dropped when the client makes no progress', async () => {
    const app = express();
    const closed = Promise.withResolvers<boolean>();
    app.use(serveInTurn(60_000));
    app.get('/', (_request, response) => {
      response.once('close', () => closed.resolve(response.writableFinished));
      response.send(Buffer.alloc(size));
    });
    const socket = open(await startApp(app, 200)).pause();
    socket.write(bytesOf('GET', '/'));
    expect(await closed.promise).toBe(false);
    socket.destroy();
  });

  it('is dropped after the maximum time, even when the client reads now and then', async () => {
    const app = express();
    const closed = Promise.withResolvers<boolean>();
    app.use(serveInTurn(500));
    app.get('/', (_request, response) => {
      response.once('close', () => closed.resolve(response.writableFinished));
      response.send(Buffer.alloc(size));
    });
    const socket = open(await startApp(app)).pause();
    socket.write(bytesOf('GET', '/'));
    const dribble = setInterval(() => socket.read(1), 20);
    expect(await closed.promise).toBe(false);
    clearInterval(dribble);
    socket.destroy();
  });

  it('is not one whose handler is still at work', async () => {
    const app = express();
    app.use(serveInTurn(60_000));
    app.get('/', (_request, response) => {
      response.once('timeout', () => setImmediate(() => response.json({ done: true })));
    });
    const socket = open(await startApp(app, 50));
    const received = receive(socket);
    socket.write(bytesOf('GET', '/'));
    await expect.poll(received).toContain('{"done":true}');
    socket.destroy();
  });
});

/** Whether the connection was closed before its handshake was complete. */
function closedWithoutTls(socket: TLSSocket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('secureConnect', () => resolve(false)).once('close', () => resolve(true));
  });
}

describe('MAX_CONNECTIONS', () => {
  it('closes further connections, logs that, and accepts new ones as soon as others have closed', async () => {
    const small = await startTestServer({ environment: { MAX_CONNECTIONS: '2' } });
    const port = Number(new URL(small.service.baseUrl).port);
    const openSmall = (): TLSSocket =>
      connect({ host: '127.0.0.1', port, ca: small.ca }).on('error', () => undefined);
    const [first, second] = [openSmall(), openSmall()];
    await Promise.all([once(first, 'secureConnect'), once(second, 'secureConnect')]);
    const rejected = await Promise.all(Array.from({ length: 20 }, () => closedWithoutTls(openSmall())));
    expect(rejected).toEqual(Array.from({ length: 20 }, () => true));
    const dropLines = () => small.logLines.filter((line) => line.includes('MAX_CONNECTIONS'));
    await expect.poll(dropLines).toHaveLength(1);
    expect(JSON.parse(dropLines()[0] ?? '')).toMatchObject({ level: 40, dropped: 20, maxConnections: 2 });
    first.destroy();
    await expect.poll(async () => (await small.fetch('/healthz')).status).toBe(200);
    second.destroy();
    await small.close();
  });
});
