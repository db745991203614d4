import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** Takes over a response. `body` is what a healthy shop would send. */
export type Takeover = (response: ServerResponse, body: string, origin: string) => void;

const json = { 'Content-Type': 'application/json' };
const tenMegabytes = 10 * 1024 * 1024;

/** Adds white space, which is valid between the parts of a JSON text. */
function padded(body: string): string {
  return body.slice(0, 1) + ' '.repeat(tenMegabytes) + body.slice(1);
}

function redirect(status: number, location: (origin: string) => string): Takeover {
  return (response, _, origin) => void response.writeHead(status, { Location: location(origin) }).end();
}

function respond(
  status: number,
  type: string,
  body: string | ((healthy: string) => string | Buffer),
): Takeover {
  return (response, healthy) =>
    void response
      .writeHead(status, { 'Content-Type': type })
      .end(typeof body === 'string' ? body : body(healthy));
}

/** Writes as fast as the client reads, until it leaves. */
function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const write = (): void => {
    while (!response.destroyed) {
      if (response.write(chunk)) continue;
      response.once('drain', write);
      return;
    }
  };
  write();
}

/** Writes one character every 100 ms, until the client leaves. */
function trickle(response: ServerResponse, body: string): void {
  let sent = 0;
  const timer = setInterval(() => {
    response.write(body[sent] ?? ' ');
    sent += 1;
  }, 100);
  response.once('close', () => clearInterval(timer));
}

/** Path that a redirect points at; a client that follows it appears in the shop's requests. */
export const internalPath = '/internal/secret';

export const transportFaults = {
  silent: ['accepts the request and never responds', () => undefined],
  endless: [
    'sends headers and then white space without an end',
    (response) => {
      response.writeHead(200, json);
      flood(response);
    },
  ],
  trickle: [
    'sends one character every 100 ms',
    (response, body) => {
      response.writeHead(200, json);
      trickle(response, body);
    },
  ],
  'ten-megabytes': ['sends a valid response of 10 MB', respond(200, 'application/json', padded)],
  'gzip-bomb': [
    'sends 10 KB that decompress to a valid response of 10 MB',
    (response, body) =>
      void response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(gzipSync(padded(body))),
  ],
  truncated: [
    'announces the whole length, and closes after half',
    (response, body) => {
      response.writeHead(200, { ...json, 'Content-Length': Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
    },
  ],
  'hang-up': ['closes the connection without a response', (response) => void response.destroy()],
  'not-json': ['sends text that is not JSON, as JSON', respond(200, 'application/json', '{"products": [')],
  html: [
    'sends a page that says that the shop is closed, with status 200',
    respond(200, 'text/html', '<!doctype html><title>Back soon</title><h1>We are closed</h1>'),
  ],
  empty: ['sends an empty body', respond(200, 'application/json', '')],
  'deep-json': [
    'sends JSON that is nested 100,000 times',
    respond(200, 'application/json', '['.repeat(100_000) + ']'.repeat(100_000)),
  ],
  'wrong-encoding': [
    'sends bytes that are not UTF-8',
    respond(200, 'application/json', () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22, 0x7d])),
  ],
  'redirect-loopback': [
    'redirects to another path of the loopback interface',
    redirect(302, (origin) => `http://127.0.0.1:${new URL(origin).port}${internalPath}`),
  ],
  'redirect-metadata': [
    'redirects to the metadata address of clouds',
    redirect(307, () => 'http://169.254.169.254/latest/meta-data/'),
  ],
  'redirect-loop': ['redirects to itself', redirect(308, (origin) => `${origin}/.well-known/ucp`)],
  'not-found': ['responds with status 404', respond(404, 'text/plain', 'Not found')],
} as const satisfies Record<string, readonly [about: string, takeover: Takeover]>;
