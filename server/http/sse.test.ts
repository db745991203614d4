import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { close, listen } from '../testing/local-server.ts';
import { sendEvents } from './sse.ts';

const open: Server[] = [];
afterEach(() => Promise.all(open.splice(0).map(close)));

const end: ChatEvent = { type: 'end', conversation_id: 'cnv_1' };
const much: ChatEvent = { type: 'text', content: 'x'.repeat(16_384) };
const short: ChatEvent[] = [{ type: 'text', content: 'a' }, end];

type Events = AsyncIterable<ChatEvent> | Iterable<ChatEvent>;

/** The same event for ever; `onStop` is called when its consumer stops. */
async function* endless(onStop: (count: number) => void): AsyncGenerator<ChatEvent, void> {
  let count = 0;
  try {
    for (;;) {
      yield much;
      count += 1;
      await new Promise(setImmediate);
    }
  } finally {
    onStop(count);
  }
}

const limits = { keepAliveMs: 20, slowReaderMs: 100, totalMs: 60_000 };

/** Serves one stream of events on a real socket; returns the client's end of it and how the sending ended. */
async function stream(
  events: (response: ServerResponse) => Events,
  options: Partial<typeof limits> & { readonly signal?: AbortSignal } = {},
  requests = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
): Promise<{ socket: Socket; sent: Promise<void> }> {
  const { signal, ...own } = options;
  const { promise: sent, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    response.setHeader('X-Conversation-Id', 'cnv_1');
    const abort = signal === undefined ? {} : { signal };
    sendEvents(response, events(response), { limits: { ...limits, ...own }, ...abort }).then(resolve, reject);
  });
  open.push(server);
  const socket = connect(await listen(server), '127.0.0.1');
  socket.write(requests);
  return { socket, sent };
}

async function textOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('an event stream', () => {
  it('has its headers before the first event, and an id with each event', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    const { socket, sent } = await stream(async function* () {
      await go;
      yield* short;
    });
    const head = await new Promise<string>((first) =>
      socket.once('data', (chunk: Buffer) => first(String(chunk))),
    );
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    for (const header of [
      'Content-Type: text/event-stream; charset=utf-8',
      'Cache-Control: no-cache, no-transform',
      'X-Accel-Buffering: no',
      'X-Conversation-Id: cnv_1',
    ]) {
      expect(head).toContain(`\r\n${header}\r\n`);
    }
    resolve();
    const body = await textOf(socket);
    expect(body).toContain('id: 0\ndata: {"type":"text","content":"a"}\n\n');
    expect(body).toContain('id: 1\ndata: {"type":"end","conversation_id":"cnv_1"}\n\n');
    await sent;
  });

  it.each([
    ['HTTP/1.0', 'GET / HTTP/1.0\r\nHost: x\r\n\r\n', 1],
    [
      'two requests sent at once',
      'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      2,
    ],
  ])('is whole for %s', async (name, requests, streams) => {
    const { socket } = await stream(() => short, {}, requests);
    const body = await textOf(socket);
    expect(body.split('id: 0\ndata: {"type":"text","content":"a"}\n\n')).toHaveLength(streams + 1);
    expect(body.split('id: 1\ndata: {"type":"end","conversation_id":"cnv_1"}\n\n')).toHaveLength(streams + 1);
    expect(body.split('\r\n0\r\n\r\n')).toHaveLength(name === 'HTTP/1.0' ? 1 : streams + 1);
  });

  it('is kept alive with comments while there are no events', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    const { socket } = await stream(async function* () {
      await go;
      yield end;
    });
    let seen = '';
    socket.on('data', (chunk: Buffer) => {
      seen += String(chunk);
      if (seen.split(': keep-alive\n\n').length > 3) resolve();
    });
    await new Promise((closed) => socket.on('close', closed));
    expect(seen).toContain('"end"');
  });

  it('asks for no more events than a slow reader reads, and drops a reader that makes no progress', async () => {
    let produced = 0;
    const { socket, sent } = await stream(() => endless((count) => (produced = count)));
    socket.pause();
    await sent;
    // Some megabytes fit between the two ends of a loopback socket; without backpressure it never ends.
    expect(produced).toBeGreaterThan(0);
    expect(produced).toBeLessThan(2000);
    await new Promise((closed) => socket.resume().on('close', closed).on('error', closed));
  });

  it('asks for the next event on an abort, however slow its reader is', async () => {
    const controller = new AbortController();
    const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
    const { socket, sent } = await stream(
      async function* (response) {
        while (!response.writableNeedDrain) {
          yield much;
          await new Promise(setImmediate);
          if (response.writableLength > 0) setImmediate(() => controller.abort());
        }
        resume();
        yield end;
      },
      { signal: controller.signal, slowReaderMs: 60_000 },
    );
    socket.pause();
    await resumed;
    expect(await textOf(socket)).toContain('"end"');
    await sent;
  });

  it('drops a reader that reads the last event only in part', async () => {
    const endings: boolean[] = [];
    const { socket, sent } = await stream(async function* (response) {
      response.on('close', () => endings.push(response.writableFinished));
      // Until both ends of the socket are full; the small event after it is buffered.
      while (response.writableLength === 0) {
        response.write('x'.repeat(8192));
        await new Promise(setImmediate);
      }
      yield end;
    });
    socket.pause();
    await sent;
    expect(endings).toEqual([false]);
    await new Promise((closed) => socket.resume().on('close', closed).on('error', closed));
  });

  it('drops a reader that is not done in the total time of a reply, even if it makes progress', async () => {
    let isStopped = false;
    const { socket, sent } = await stream(() => endless(() => (isStopped = true)), { totalMs: 200 });
    socket.resume();
    await sent;
    expect(isStopped).toBe(true);
  });

  it('asks for no more events when the client leaves', async () => {
    let isStopped = false;
    const { socket, sent } = await stream(() => endless(() => (isStopped = true)));
    socket.once('data', () => socket.destroy());
    await sent;
    expect(isStopped).toBe(true);
  });
});
