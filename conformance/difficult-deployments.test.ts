import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { runCommand } from './command/run-command.ts';
import { createCertificate } from './mutants/server/certificate.ts';

type Respond = (request: IncomingMessage, response: ServerResponse, count: number) => void;

const started: Server[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) {
    if ('closeAllConnections' in server)
      (server as unknown as { closeAllConnections: () => void }).closeAllConnections();
    server.close();
  }
});

async function listening(server: Server): Promise<number> {
  started.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A plain server at loopback, where keys may be sent. */
async function serve(respond: Respond): Promise<string> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => respond(request, response, (count += 1)));
    response.on('error', () => undefined);
  });
  return `http://127.0.0.1:${await listening(server)}`;
}

interface Run {
  readonly exitCode: number;
  readonly printed: string;
  readonly written: string;
}

const key = `svc_${'a1B2'.repeat(8)}`;

async function run(baseUrl: string, ...more: readonly string[]): Promise<Run> {
  let printed = '';
  let written = '';
  const args = ['--base-url', baseUrl, '--api-key', key, '--seed', '1', ...more];
  const exitCode = await runCommand(args, {
    print: (text) => (printed += text),
    stderr: { isTTY: false, write: (text: string) => (written += text) },
    dataDir: undefined,
    folder: '/nonexistent',
    now: () => Date.now(),
    randomSeed: 1,
    stopped: () => Promise.resolve(),
  });
  return { exitCode, printed, written };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const error = (status: number) => ({ error: 'something is wrong', status });
const list = { agents: [{ id: 'agent_1', name: 'One' }] };

/** A chat stream without an end. */
function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const timer = setInterval(() => response.write('data: {"type":"text","content":"more "}\n\n'), 20);
  response.on('close', () => clearInterval(timer));
}

const reply = 'data: {"type":"text","content":"Hello"}\n\ndata: {"type":"end","conversation_id":"c1"}\n\n';

/** Sends a body byte by byte. */
function drip(response: ServerResponse, type: string, body: string, everyMs: number): void {
  const bytes = Buffer.from(body);
  let sent = 0;
  response.writeHead(200, { 'content-type': type });
  const timer = setInterval(() => {
    if (sent < bytes.length) response.write(bytes.subarray(sent, (sent += 1)));
    else response.end();
  }, everyMs);
  response.on('close', () => clearInterval(timer));
}

function isChat({ url }: IncomingMessage): boolean {
  return url === '/api/agents/chat/stream';
}

describe('a run against a difficult deployment ends in time', () => {
  it('which hangs on every seventh request', async () => {
    const url = await serve((_, response, count) => {
      if (count % 7 !== 0) sendJson(response, 400, error(400));
    });
    const { exitCode } = await run(url, '--profile', 'core', '--idle-timeout', '1');
    expect(exitCode).toBe(1);
  });

  it('which never ends a stream', async () => {
    const url = await serve((request, response) =>
      isChat(request) ? endless(response) : sendJson(response, 200, list),
    );
    const only = ['--only', 'chat-stream/conversation,chat-stream/reply,agents/list'];
    const { printed, exitCode } = await run(url, ...only, '--max-time', '2');
    expect(printed).toContain('the maximum of 2 s is over (--max-time)');
    expect([1, 3]).toContain(exitCode);
  });

  it('whose connection stays open after the end of a reply', async () => {
    const url = await serve((request, response) => {
      if (!isChat(request)) return sendJson(response, 200, list);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(reply);
      return undefined;
    });
    const { exitCode, printed } = await run(url, '--only', 'chat-stream/hostile-message');
    expect(printed).toContain('stays open');
    expect(exitCode).toBe(0);
  });

  it('which sends one byte at a time, in streams too', async () => {
    const url = await serve((request, response) => {
      if (isChat(request)) drip(response, 'text/event-stream', reply, 25);
      else drip(response, 'application/json', JSON.stringify(list), 25);
    });
    const only = ['--agent-id', 'agent_1', '--only', 'chat-stream/conversation', '--idle-timeout', '2'];
    const { printed } = await run(url, ...only);
    expect(printed).toContain('chat/stream is no longer asked, as its responses arrived byte by byte');
  });

  it('which sends a body so slowly that it would take minutes', async () => {
    const body = ' '.repeat(100_000);
    const url = await serve((_, response) => drip(response, 'application/json', body, 100));
    const { printed } = await run(url, '--only', 'agents/list,R-7-12', '--idle-timeout', '3');
    expect(printed).toContain('then endless');
  });

  it('which returns 429 always: nothing was checked, and no clause fails', async () => {
    const url = await serve((_, response) => {
      response.setHeader('retry-after', '0');
      sendJson(response, 429, error(429));
    });
    const { exitCode, printed } = await run(url, '--only', 'agents/list,mcp/client,agents/defaults');
    expect(printed).toContain('status 429 again');
    expect(printed).not.toContain('expected');
    expect(exitCode).toBe(3);
  });

  it('which returns 500 always', async () => {
    const url = await serve((_, response) => sendJson(response, 500, error(500)));
    const { exitCode } = await run(url, '--profile', 'core');
    expect(exitCode).toBe(1);
  });
});

it('the printed plan is an upper bound, also where every request returns 200 and {}', async () => {
  const seen = { requests: 0, messages: 0, agents: 0 };
  const url = await serve((request, response) => {
    seen.requests += 1;
    if (request.method === 'POST' && isChat(request)) seen.messages += 1;
    if (request.method === 'POST' && request.url === '/api/agents') seen.agents += 1;
    sendJson(response, 200, {});
  });
  const { exitCode, printed } = await run(url, '--max-time', '20');
  const [, requests, messages, agents] =
    /at most (\d+) requests, (\d+) messages, (\d+) agents/.exec(printed) ?? [];
  // Two requests of the probe come before the plan.
  expect(seen.requests).toBeLessThanOrEqual(Number(requests) + 2);
  expect(seen.messages).toBeLessThanOrEqual(Number(messages));
  expect(seen.agents).toBeLessThanOrEqual(Number(agents));
  expect(exitCode).toBe(1);
});

it('--read-only sends nothing but reads, whatever they return', async () => {
  const methods = new Set<string>();
  const url = await serve((request, response) => {
    if (request.url?.startsWith('/mcp') !== true) methods.add(String(request.method));
    sendJson(response, 200, {});
  });
  await run(url, '--read-only', '--profile', 'reference', '--agent-id', 'agent_1', '--max-time', '10');
  expect([...methods].toSorted()).toEqual(['GET', 'HEAD']);
});

it('a fault of the connection now and then fails no clause', async () => {
  const url = await serve((request, response, count) => {
    if (count % 4 === 0) request.socket.destroy();
    else if (request.headers.authorization === `Bearer ${key}`) sendJson(response, 200, { agents: [] });
    else sendJson(response, 401, error(401));
  });
  const { printed, exitCode } = await run(url, '--only', 'auth/reads-need-a-key,agents/list');
  expect(printed).not.toContain('no response');
  expect(exitCode).toBe(0);
});

it('a compressed response that was not asked for is read as what it is, and not blamed on JSON in silence', async () => {
  const url = await serve((_, response) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    response.writeHead(200, headers).end(gzipSync(JSON.stringify({ agents: [] })));
  });
  const { exitCode, printed } = await run(url, '--only', 'agents/list');
  expect(printed).toContain('content-encoding gzip');
  expect(exitCode).toBe(0);
});

it('texts of the target never reach the terminal with control characters', async () => {
  const url = await serve((_, response) =>
    sendJson(response, 403, { error: 'gone\u001B[2J\u009B1A\u202E', status: 403 }),
  );
  const { written, exitCode } = await run(url);
  // oxlint-disable-next-line no-control-regex
  expect(written).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  expect(exitCode).toBe(2);
});

describe('a target that cannot be tested is named rightly', () => {
  it('where it speaks HTTP/2 only', async () => {
    const server = createSecureServer({ ...(await createCertificate()), allowHTTP1: false });
    const url = `https://127.0.0.1:${await listening(server)}`;
    const { written, exitCode } = await run(url, '--insecure');
    expect(written).toContain('it speaks HTTP/2 only');
    expect(exitCode).toBe(2);
  });

  it('where its certificate is not trusted', async () => {
    const server = createSecure(await createCertificate(), (_, response) => sendJson(response, 200, list));
    const { written, exitCode } = await run(`https://127.0.0.1:${await listening(server)}`);
    expect(written).toContain('its certificate is not trusted');
    expect(exitCode).toBe(2);
  });

  it('where its certificate has expired', async () => {
    const certificate = await createCertificate(new Date(Date.now() - 60_000));
    const file = join(tmpdir(), `expired-${randomUUID()}.pem`);
    writeFileSync(file, certificate.cert);
    const url = `https://127.0.0.1:${await listening(createSecure(certificate))}`;
    const { written, exitCode } = await run(url, '--ca', file);
    rmSync(file);
    expect(written).toContain('its certificate has expired');
    expect(exitCode).toBe(2);
  });

  it('where its address has a path', async () => {
    const { written, exitCode } = await run('https://127.0.0.1:1/api');
    expect(written).toContain('--base-url is an origin, to which /api is appended, without a path');
    expect(exitCode).toBe(2);
  });
});
