import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { openTransport } from './transport.ts';

let server: Server | undefined;
const transport = openTransport({ ca: undefined, insecure: false });
afterEach(() => server?.close());

/** Sends a body with `Expect: 100-continue` to a server, which handles the expectation by itself. */
async function sendExpecting(onExpectation: RequestListener) {
  server = createServer().on('checkContinue', onExpectation);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const headers = { expect: '100-continue', 'content-length': '5' };
  return transport.exchange({ method: 'POST', url, headers, body: 'Hello', idleTimeoutMs: 5000 });
}

it('a request whose signal is aborted already is not sent', async () => {
  let received = 0;
  server = createServer(() => (received += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const wire = { method: 'GET', url, headers: {}, body: undefined, idleTimeoutMs: 500 };
  const reason = new Error('the caller left');
  const aborted = transport.open({ ...wire, signal: AbortSignal.abort(reason) });
  await expect(aborted).rejects.toBe(reason);
  expect(received).toBe(0);
});

it('a body that is announced by Expect is sent after 100 (Continue)', async () => {
  let isEarly = true;
  const { status, bytes } = await sendExpecting((request, response) => {
    isEarly = request.readableLength > 0;
    response.writeContinue();
    void text(request).then((body) => response.end(body));
  });
  expect([status, Buffer.from(bytes).toString(), isEarly]).toEqual([200, 'Hello', false]);
});

it('such a body is sent after a second where the server sends nothing', async () => {
  const { status, bytes } = await sendExpecting((request, response) => {
    void text(request).then((body) => response.end(body));
  });
  expect([status, Buffer.from(bytes).toString()]).toEqual([200, 'Hello']);
});

it('such a body is not sent where the server responds at once', async () => {
  let received = 0;
  const { status } = await sendExpecting((request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length));
    response.writeHead(417, { connection: 'close' }).end();
  });
  expect([status, received]).toEqual([417, 0]);
});
