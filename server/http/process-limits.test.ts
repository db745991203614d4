import { spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { startChild } from '../testing/child-process.ts';
import { longDatabaseDeadline } from '../testing/database.ts';
import { hasProgram } from '../testing/programs.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { createTlsFetch, type TestFetch } from '../testing/tls-fetch.ts';

/** The real service as a process of its own, started through another program, with one store. */
interface LimitedService {
  readonly child: ChildProcess;
  readonly dataDir: string;
  readonly port: number;
  readonly key: string;
  readonly agentId: string;
  readonly fetch: TestFetch;
  api(path: string, body?: object): Promise<Response>;
}

const cli = join(import.meta.dirname, '../cli.ts');
const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of cleanUp.toReversed()) await step();
});

const production = {
  ...longDatabaseDeadline,
  NODE_ENV: 'production',
  MODEL_FALLBACK: 'built-in',
  HOST: '127.0.0.1',
  PORT: '0',
  HTTP_PORT: '0',
};

async function start(
  command: readonly [string, ...string[]],
  environment: Readonly<Record<string, string>> = {},
): Promise<LimitedService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limited-'));
  cleanUp.push(async () => rmSync(dataDir, { recursive: true }));
  const env = { ...production, PATH: process.env['PATH'], DATA_DIR: dataDir, ...environment };
  // The log stays open: a process whose log cannot be written would end.
  const started = startChild([...command, cli, 'serve'], { env });
  cleanUp.push(async () => void (await started.stop()));
  const { process: child } = started;
  const [, port = ''] = await started.line(/"baseUrl":"https:\/\/127\.0\.0\.1:(\d+)"/);
  const store = await runInProcess(dataDir, [
    'stores',
    'create',
    '--name',
    'Shop',
    '--plan',
    'enterprise',
    '--json',
  ]);
  const key: string = JSON.parse(store.stdout).api_key.key;
  const ca = readFileSync(join(dataDir, 'tls', 'ca.pem'), 'utf8');
  // A request waits for the connection before it opens another, which the service would close at its limit.
  const client = createTlsFetch(`https://127.0.0.1:${port}`, ca, 1);
  cleanUp.push(async () => client.close());
  const api = (path: string, body?: object) =>
    client.fetch(path, { headers: { authorization: `Bearer ${key}` }, ...(body && { body }) });
  const created = await (await api('/api/agents', agent('Guide'))).text();
  return {
    child,
    dataDir,
    port: Number(port),
    key,
    agentId: JSON.parse(created).id,
    fetch: client.fetch,
    api,
  };
}

function agent(name: string, prompt = 'Help shoppers.'): object {
  const config = { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: prompt };
  return { name, type: 'guide', config };
}

async function names(service: LimitedService): Promise<string[]> {
  const { agents } = JSON.parse(await (await service.api('/api/agents')).text());
  return agents.map(({ name }: { name: string }) => name);
}

/** Opens a TLS connection; undefined when the service closes it before the handshake is complete. */
function open({ port }: LimitedService): Promise<TLSSocket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.on('error', () => undefined);
    socket.once('secureConnect', () => resolve(socket)).once('close', () => resolve(undefined));
  });
}

describe('the service without free file descriptors', () => {
  it('closes new connections at half of them, serves those that are open, and recovers without loss', async () => {
    const service = await start(['sh', '-c', `ulimit -n 96; exec "${process.execPath}" "$@"`, 'sh']);
    // Open before the others, and kept open by the client.
    expect(await names(service)).toEqual(['Guide']);
    const opened: TLSSocket[] = [];
    // One after the other, until the service has closed some.
    for (let closed = 0; closed < 5;) {
      const socket = await open(service);
      if (socket === undefined) closed += 1;
      else opened.push(socket);
      expect(opened.length).toBeLessThan(48);
    }
    // Each body is read to its end, so that the next request has the same connection.
    const created = await (await service.api('/api/agents', agent('Created meanwhile'))).text();
    expect(created).toContain('"name":"Created meanwhile"');
    const chat = { agent_id: service.agentId, message: 'Hello' };
    expect(await (await service.api('/api/agents/chat/stream', chat)).text()).toContain('"type":"end"');
    for (const socket of opened) socket.destroy();
    await expect.poll(async () => (await open(service))?.destroy() !== undefined).toBe(true);
    expect(await names(service)).toEqual(['Guide', 'Created meanwhile']);
  });
});

describe('the service with a small heap', () => {
  it(
    'keeps within it while 8 clients each pipeline 150 requests and read nothing',
    { tags: ['nightly'] },
    async () => {
      const service = await start([process.execPath, '--max-old-space-size=128']);
      const prompt = 'x'.repeat(30_000);
      for (let index = 0; index < 30; index += 1) {
        await (await service.api('/api/agents', agent(`Agent ${index}`, prompt))).text();
      }
      const sockets = await Promise.all(Array.from({ length: 8 }, () => open(service)));
      const headers = `Host: localhost\r\nAuthorization: Bearer ${service.key}\r\n`;
      const list = `GET /api/agents HTTP/1.1\r\n${headers}\r\n`;
      for (const socket of sockets) socket?.pause().write(list.repeat(150));
      // All that the service does for them is done when it has rejected the last requests that it read.
      for (let index = 0; index < 20; index += 1) expect(await names(service)).toHaveLength(31);
      expect(service.child.exitCode).toBeNull();
      expect(peakMegabytesOf(service.child)).toBeLessThan(450);
      for (const socket of sockets) socket?.destroy();
    },
  );
});

function peakMegabytesOf({ pid }: ChildProcess): number {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Runs an `agent-service` command on the service's database and returns its JSON. */
async function operate({ dataDir }: LimitedService, ...args: string[]) {
  return JSON.parse((await runInProcess(dataDir, [...args, '--json'])).stdout);
}

/** Reads the response to its end. */
async function statusOf(response: Response): Promise<number> {
  await response.text();
  return response.status;
}

/** A visitor session of a new chatbot. */
async function openSession(service: LimitedService) {
  const origin = 'https://shop.example';
  const [store] = await operate(service, 'stores', 'list');
  const page = ['--agent', service.agentId, '--name', 'Front page', '--origin', origin];
  const { chatbot_id: chatbotId } = await operate(
    service,
    'chatbots',
    'create',
    '--store',
    store.id,
    ...page,
  );
  const body = { chatbot_id: chatbotId };
  const response = await service.fetch('/embed/session', { headers: { origin }, body });
  const { token } = JSON.parse(await response.text());
  return { token, origin, chatbotId };
}

/** Loads the library of faketime; its program would be one more process between the test and the service. */
function fakeClock(): { LD_PRELOAD: string } {
  const { stdout } = spawnSync('faketime', ['-f', '+0', 'printenv', 'LD_PRELOAD'], { encoding: 'utf8' });
  return { LD_PRELOAD: stdout.trim() };
}

describe.skipIf(!hasProgram('faketime'))('the service under faketime', () => {
  it('rejects headers that do not arrive within 15 s with 408, 2 s later at most', async () => {
    // Twice as fast as real time.
    const service = await start([process.execPath], { ...fakeClock(), FAKETIME: '+0 x2' });
    const socket = await open(service);
    if (socket === undefined) throw new Error('no connection');
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += String(chunk)));
    const began = performance.now();
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n');
    await expect
      .poll(() => received)
      .toMatch(/^HTTP\/1\.1 408 .*\{"error":"[^"]*","status":408,"code":"request_timeout"\}$/s);
    const seconds = ((performance.now() - began) / 1000) * 2;
    expect(seconds).toBeGreaterThan(14);
    // Node's own interval alone would be 30 s.
    expect(seconds).toBeLessThan(29);
    socket.destroy();
  });

  it('counts the rate limit by a monotonic clock, and expires tokens and idempotency keys by the wall clock', async () => {
    const clock = join(mkdtempSync(join(tmpdir(), 'clock-')), 'offset');
    cleanUp.push(async () => rmSync(dirname(clock), { recursive: true }));
    const jump = (offset: string): void => writeFileSync(clock, offset);
    jump('+0');
    const service = await start([process.execPath], {
      ...fakeClock(),
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    const session = await openSession(service);
    const widget = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${session.token}`, origin: session.origin };
      const path = `/api/widget/config?chatbot_id=${session.chatbotId}`;
      return statusOf(await service.fetch(path, { headers }));
    };
    const free = await operate(service, 'stores', 'create', '--name', 'Free', '--plan', 'free');
    const list = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${free.api_key.key}` };
      return statusOf(await service.fetch('/api/agents', { headers }));
    };
    const create = async (): Promise<string> => {
      const headers = { authorization: `Bearer ${service.key}`, 'idempotency-key': 'one' };
      const response = await service.fetch('/api/agents', { headers, body: agent('Once') });
      return JSON.parse(await response.text()).id;
    };
    for (let index = 0; index < 20; index += 1) expect(await list()).toBe(200);
    expect([await list(), await widget()]).toEqual([429, 200]);
    const first = await create();
    jump('+2h');
    expect([await list(), await widget()]).toEqual([429, 401]);
    expect(await create()).toBe(first);
    jump('-2h');
    expect([await list(), await create()]).toEqual([429, first]);
    jump('+2d');
    expect(await create()).not.toBe(first);
    expect(await (await service.fetch('/readyz')).text()).toContain('ready');
  });
});
