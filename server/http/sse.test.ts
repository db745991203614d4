import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import type { EventSink } from '../chat/types.ts';
import { sendEvents } from './sse.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const end: ChatEvent = { type: 'end', conversation_id: 'cnv_1' };
const much: ChatEvent = { type: 'text', content: 'x'.repeat(16_384) };

async function sayA(send: EventSink): Promise<void> {
  await send({ type: 'text', content: 'a' });
  await send(end);
}

const limits = { keepAliveMs: 20, slowReaderMs: 100, totalMs: 60_000 };

/** Serves one stream of events on a real socket, and answers the client's end of it and how the sending ended. */
async function stream(
  events: (send: EventSink, response: ServerResponse) => Promise<void>,
  own: Partial<typeof limits> = {},
  requests = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
): Promise<{ socket: Socket; sent: Promise<void> }> {
  const { promise: sent, resolve, reject } = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    const options = { limits: { ...limits, ...own }, headers: { 'X-Conversation-Id': 'cnv_1' } };
    sendEvents(response, (send) => events(send, response), options).then(resolve, reject);
  });
  open.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(requests);
  return { socket, sent };
}

async function textOf(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('the writer of a stream', () => {
  it('sends its header fields before the first event, and an id with each', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    const { socket, sent } = await stream(async (send) => {
      await go;
      await sayA(send);
    });
    const head = await new Promise<string>((first) =>
      socket.once('data', (chunk: Buffer) => first(String(chunk))),
    );
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    for (const field of [
      'Content-Type: text/event-stream; charset=utf-8',
      'Cache-Control: no-cache, no-transform',
      'X-Accel-Buffering: no',
      'X-Conversation-Id: cnv_1',
    ]) {
      expect(head).toContain(`\r\n${field}\r\n`);
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
  ])('sends whole streams to %s', async (_name, requests, streams) => {
    const { socket } = await stream(sayA, {}, requests);
    const body = await textOf(socket);
    expect(body.split('id: 0\ndata: {"type":"text","content":"a"}\n\n')).toHaveLength(streams + 1);
    expect(body.split('id: 1\ndata: {"type":"end","conversation_id":"cnv_1"}\n\n')).toHaveLength(streams + 1);
    expect(body.split('\r\n0\r\n\r\n')).toHaveLength(_name === 'HTTP/1.0' ? 1 : streams + 1);
  });

  it('keeps a silent stream alive with comments', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    const { socket } = await stream(async (send) => {
      await go;
      await send(end);
    });
    let seen = '';
    socket.on('data', (chunk: Buffer) => {
      seen += String(chunk);
      if (seen.split(': keep-alive\n\n').length > 3) resolve();
    });
    await new Promise((closed) => socket.on('close', closed));
    expect(seen).toContain('"end"');
  });

  it('takes no more events than a slow reader takes, and drops one that stands still', async () => {
    let produced = 0;
    let left = false;
    const { socket, sent } = await stream(async (send) => {
      while (await send(much)) produced += 1;
      left = true;
    });
    socket.pause();
    await sent;
    expect(left).toBe(true);
    // What fits between the two ends of a loopback socket is some megabytes; without backpressure it never ends.
    expect(produced).toBeLessThan(2000);
    await new Promise((closed) => socket.resume().on('close', closed).on('error', closed));
  });

  it('drops a reader that takes the last event only in part', async () => {
    const endings: boolean[] = [];
    const { socket, sent } = await stream(async (send, response) => {
      response.on('close', () => endings.push(response.writableFinished));
      // Until both ends of the socket are full; the small event after it is buffered, and nobody has to wait.
      while (response.writableLength === 0) {
        response.write('x'.repeat(8192));
        await new Promise(setImmediate);
      }
      await send(end);
    });
    socket.pause();
    await sent;
    expect(endings).toEqual([false]);
    await new Promise((closed) => socket.resume().on('close', closed).on('error', closed));
  });

  it('drops a reader that is not done in the whole time of a reply, however often it takes something', async () => {
    let left = false;
    const talk = async (send: EventSink): Promise<void> => {
      while (await send(much)) await new Promise(setImmediate);
      left = true;
    };
    const { socket, sent } = await stream(talk, { totalMs: 200 });
    socket.resume();
    await sent;
    expect(left).toBe(true);
  });

  it('stops taking events when the client goes away', async () => {
    let left = false;
    const { socket, sent } = await stream(async (send) => {
      while (await send(much)) await new Promise(setImmediate);
      left = true;
    });
    socket.once('data', () => socket.destroy());
    await sent;
    expect(left).toBe(true);
  });
});
