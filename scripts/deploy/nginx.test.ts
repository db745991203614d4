import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import type { ClientHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../../server/testing/raw-request.ts';
import { runInProcess } from '../../server/testing/run-in-process.ts';
import { startCommand, type StartedCommand } from '../../server/testing/start-command.ts';
import { openHttp2, sendHttp2 } from './testing/http2-client.ts';
import { startNginx, type NginxOptions } from './start-nginx.ts';
import type { RunningProxy } from './start-proxy.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { hasProgram } from '../../server/testing/programs.ts';

const nginxInstalled = hasProgram('nginx');
const dataDir = mkdtempSync(join(tmpdir(), 'behind-nginx-'));
const sessions: ClientHttp2Session[] = [];
const cleanUp: (() => Promise<unknown>)[] = [];
let service: StartedCommand;
let nginx: RunningProxy;
let connection: {
  readonly http_url: string;
  readonly ca: string;
  readonly api_key: string;
  readonly agent_id: string;
};

/** An HTTP/2 connection to nginx from one of the machine's own addresses. */
function openSession(localAddress = '127.0.0.1', { httpsPort } = nginx): ClientHttp2Session {
  const session = openHttp2(httpsPort, { ca: readFileSync(connection.ca), localAddress });
  sessions.push(session);
  return session;
}

function certificateFiles(): Pick<NginxOptions, 'certFile' | 'keyFile'> {
  // Certificate and key are in one file.
  const file = join(dataDir, 'tls', 'server.pem');
  return { certFile: file, keyFile: file };
}

/** nginx in front of the service, with its own limits of an address or others. */
async function startLimited(
  limits: Pick<NginxOptions, 'requestsPerAddress' | 'requestRate'> = {},
): Promise<RunningProxy> {
  const servicePort = Number(new URL(connection.http_url).port);
  const started = await startNginx({ ...certificateFiles(), servicePort, ...limits });
  cleanUp.push(() => started.stop());
  return started;
}

describe.skipIf(!nginxInstalled)('the service behind nginx with scripts/deploy/nginx.conf', () => {
  beforeAll(async () => {
    service = await startCommand(dataDir, ['serve', '--demo'], /^curl /, {
      TRUSTED_PROXIES: '127.0.0.1',
      BUILT_IN_MODEL_PACE_MS: '50',
    });
    cleanUp.push(() => service.stop());
    connection = JSON.parse(readFileSync(join(dataDir, 'connection.json'), 'utf8'));
    nginx = await startLimited();
  });
  afterAll(async () => {
    for (const session of sessions) session.destroy();
    for (const step of cleanUp.toReversed()) await step();
    rmSync(dataDir, { recursive: true });
  });

  const key = (): { authorization: string } => ({ authorization: `Bearer ${connection.api_key}` });

  it('returns a list over HTTP/2', async () => {
    const { status, body } = await sendHttp2(openSession(), '/api/agents', key());
    expect(status).toBe(200);
    expect(JSON.parse(body).agents).toContainEqual(expect.objectContaining({ id: connection.agent_id }));
  });

  it('forwards the events of a chat over HTTP/2 one by one', async () => {
    const chat = { agent_id: connection.agent_id, message: 'Show me rain jackets under $150' };
    const { status, headers, body, textChunks } = await sendHttp2(
      openSession(),
      '/api/agents/chat/stream',
      key(),
      chat,
    );
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/event-stream');
    expect(body).toMatch(/data: \{"type":"end","conversation_id":"[^"]+"\}\n\n$/);
    const texts = body.split('"type":"text"').length - 1;
    expect(texts).toBeGreaterThan(3);
    // A proxy that buffers joins some twenty events.
    expect(textChunks).toBeGreaterThan(texts / 2);
  });

  it('rejects plain HTTP with 403 and the error body', async () => {
    const options = { host: '127.0.0.1', port: nginx.httpPort, path: '/api/agents', headers: key() };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      plainRequest(options).on('response', resolve).on('error', reject).end();
    });
    expect(response.statusCode).toBe(403);
    expect(JSON.parse(await text(response))).toEqual({
      error: expect.any(String),
      status: 403,
      code: 'https_required',
    });
  });

  it('looks for a challenge of Certbot in a folder of its own, and does not ask the service', async () => {
    const bytes =
      'GET /.well-known/acme-challenge/none HTTP/1.1\r\nHost: agents.example\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(`http://localhost:${nginx.httpPort}`, '', bytes)).toMatchObject({
      status: 404,
      body: expect.stringContaining('<html>'),
    });
  });

  it('counts the address of the client, and not what the client sends as X-Forwarded-For', async () => {
    const operate = async (...args: string[]) =>
      JSON.parse((await runInProcess(dataDir, [...args, '--json'])).stdout);
    const agentOf = (body: string) => JSON.parse(body).agents[0].id;
    const store = await operate('stores', 'create', '--name', 'Shop', '--plan', 'enterprise');
    const owner = { authorization: `Bearer ${store.api_key.key}` };
    const agent = { name: 'Guide', type: 'guide', config: agentConfig };
    await sendHttp2(openSession(), '/api/agents', owner, agent);
    const list = await sendHttp2(openSession(), '/api/agents', owner);
    const { chatbot_id } = await operate(
      'chatbots',
      'create',
      '--store',
      store.id,
      '--agent',
      agentOf(list.body),
      '--name',
      'Front page',
      '--origin',
      'https://shop.example',
    );
    const open = async (session: ClientHttp2Session, forged: string): Promise<number> => {
      const headers = { origin: 'https://shop.example', 'x-forwarded-for': forged };
      return (await sendHttp2(session, '/embed/session', headers, { chatbot_id })).status;
    };
    const busy = openSession('127.0.0.2');
    const addresses = Array.from({ length: 61 }, (_, index) => `192.0.2.${index}`);
    const statuses = await Promise.all(addresses.map((address) => open(busy, address)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(await open(openSession('127.0.0.3'), '192.0.2.1')).toBe(200);
  });

  it('rejects with 429 and the error body what exceeds the requests in progress of an address, and serves others', async () => {
    const limited = await startLimited({ requestsPerAddress: 3 });
    const busy = openSession('127.0.0.4', limited);
    const chat = { agent_id: connection.agent_id, message: 'Show me rain jackets under $150' };
    const ask = () => sendHttp2(busy, '/api/agents/chat/stream', key(), chat);
    const replies = await Promise.all(Array.from({ length: 8 }, ask));
    const rejected = replies.filter(({ status }) => status !== 200);
    expect(rejected).toHaveLength(5);
    for (const { status, headers, body } of rejected) {
      expect([status, headers['content-type'], headers['retry-after']]).toEqual([
        429,
        'application/json',
        '1',
      ]);
      expect(JSON.parse(body)).toMatchObject({
        error: 'too many requests from this address',
        status: 429,
        code: 'rate_limited',
      });
    }
    expect((await sendHttp2(openSession('127.0.0.5', limited), '/healthz')).status).toBe(200);
  });

  it('rejects with 429 what exceeds the rate and the burst of an address, before any key is validated', async () => {
    // So slow that the time which the requests take does not matter.
    const limited = await startLimited({ requestRate: '1r/m' });
    const busy = openSession('127.0.0.6', limited);
    const ask = () => sendHttp2(busy, '/api/agents', { authorization: 'Bearer none' });
    const replies = await Promise.all(Array.from({ length: 250 }, ask));
    const statuses = new Set(replies.map(({ status }) => status));
    expect(statuses).toEqual(new Set([401, 429]));
    expect(replies.filter(({ status }) => status === 401).length).toBeGreaterThan(200);
    expect((await sendHttp2(openSession('127.0.0.7', limited), '/healthz')).status).toBe(200);
  });

  it.each([
    [431, 'headers above 32 kB', `GET / HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`],
    [431, 'a path above 32 kB', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    [
      400,
      'two Content-Length headers',
      'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
  ])('sends %d with the error body for %s', async (status, _name, bytes) => {
    const ca = readFileSync(connection.ca, 'utf8');
    const response = await sendRaw(`https://localhost:${nginx.httpsPort}`, ca, bytes);
    expect(response?.status).toBe(status);
    expect(JSON.parse(response?.body ?? '')).toEqual({
      error: expect.any(String),
      status,
      code: expect.any(String),
    });
  });

  it('sends 413 with the error body for a body above 1 MB', async () => {
    const { status, body } = await sendHttp2(openSession(), '/api/agents', key(), {
      name: 'a'.repeat(2_000_000),
    });
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({
      error: expect.stringContaining('256 kB'),
      code: 'payload_too_large',
    });
  });

  it('sends 403 with the error body for plain HTTP at the HTTPS port', async () => {
    const bytes = 'GET /api/agents HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    const response = await sendRaw(`http://localhost:${nginx.httpsPort}`, '', bytes);
    expect(response).toMatchObject({
      status: 403,
      body: '{"error":"only HTTPS is accepted","status":403,"code":"https_required"}',
    });
  });

  it('returns 503 with the error body while the service does not run', async () => {
    const alone = await startNginx({ ...certificateFiles(), servicePort: await freePort() });
    cleanUp.push(() => alone.stop());
    const { status, headers, body } = await sendHttp2(openSession('127.0.0.1', alone), '/api/agents', key());
    expect(status).toBe(503);
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body)).toMatchObject({
      error: 'the service is not available',
      status: 503,
      code: 'unavailable',
    });
  });
});

const agentConfig = {
  model_provider: 'provider_one',
  model_id: 'shopping-1',
  system_prompt: 'Help shoppers.',
};
