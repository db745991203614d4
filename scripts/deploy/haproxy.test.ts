import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ClientHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '../../server/testing/raw-request.ts';
import { startCommand, type StartedCommand } from '../../server/testing/start-command.ts';
import { openHttp2, sendHttp2 } from './testing/http2-client.ts';
import { type RunningHaproxy, startHaproxy } from './start-haproxy.ts';
import { hasProgram } from '../../server/testing/programs.ts';

// Several nodes: scripts/nodes.
const haproxyInstalled = hasProgram('haproxy');
const requestsPerAddress = 50;
const dataDir = mkdtempSync(join(tmpdir(), 'behind-haproxy-'));
let service: StartedCommand;
let haproxy: RunningHaproxy;
let connection: { readonly http_url: string; readonly api_key: string; readonly agent_id: string };
let ca: Buffer;
const sessions: ClientHttp2Session[] = [];
const cleanUp: (() => Promise<unknown>)[] = [];

/** HAProxy counts requests by the address. */
function openSession(localAddress: string): ClientHttp2Session {
  const session = openHttp2(haproxy.httpsPort, { ca, localAddress });
  sessions.push(session);
  return session;
}

const key = (): { authorization: string } => ({ authorization: `Bearer ${connection.api_key}` });

describe.skipIf(!haproxyInstalled)('the service behind HAProxy with scripts/deploy/haproxy.cfg', () => {
  beforeAll(async () => {
    service = await startCommand(dataDir, ['serve', '--demo'], /^curl /, {
      TRUSTED_PROXIES: '127.0.0.1',
      BUILT_IN_MODEL_PACE_MS: '50',
    });
    cleanUp.push(() => service.kill());
    connection = JSON.parse(readFileSync(join(dataDir, 'connection.json'), 'utf8'));
    ca = readFileSync(join(dataDir, 'tls', 'ca.pem'));
    const port = Number(new URL(connection.http_url).port);
    const certFile = join(dataDir, 'tls', 'server.pem');
    haproxy = await startHaproxy({ certFile, nodePorts: [port, port, port], requestsPerAddress });
    cleanUp.push(() => haproxy.stop());
  });
  afterAll(async () => {
    for (const session of sessions) session.destroy();
    for (const step of cleanUp.toReversed()) await step();
    rmSync(dataDir, { recursive: true });
  });

  it('returns a list over HTTP/2', async () => {
    const { status, body } = await sendHttp2(openSession('127.0.0.2'), '/api/agents', key());
    expect(status).toBe(200);
    expect(JSON.parse(body).agents).toContainEqual(expect.objectContaining({ id: connection.agent_id }));
  });

  it('forwards the events of a chat one by one', async () => {
    const chat = { agent_id: connection.agent_id, message: 'Show me rain jackets under $150' };
    const path = '/api/agents/chat/stream';
    const { status, body, textChunks } = await sendHttp2(openSession('127.0.0.2'), path, key(), chat);
    expect(status).toBe(200);
    expect(body).toMatch(/data: \{"type":"end","conversation_id":"[^"]+"\}\n\n$/);
    // A proxy that buffers joins some twenty events.
    expect(textChunks).toBeGreaterThan((body.split('"type":"text"').length - 1) / 2);
  });

  it('rejects plain HTTP with 403 and the error body', async () => {
    const bytes = 'GET /api/agents HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(`http://localhost:${haproxy.httpPort}`, '', bytes)).toMatchObject({
      status: 403,
      body: '{"error":"only HTTPS is accepted","status":403,"code":"https_required"}',
    });
  });

  it('rejects with 429 and the error body what exceeds the limit of an address, and serves others', async () => {
    const busy = openSession('127.0.0.3');
    const sent = Array.from({ length: requestsPerAddress + 10 }, () => sendHttp2(busy, '/healthz'));
    const rejected = (await Promise.all(sent)).filter(({ status }) => status !== 200);
    expect(rejected).toHaveLength(10);
    for (const { status, headers, body } of rejected) {
      expect([status, headers['retry-after']]).toEqual([429, '1']);
      expect(JSON.parse(body)).toMatchObject({ status: 429, code: 'rate_limited' });
    }
    expect((await sendHttp2(openSession('127.0.0.4'), '/healthz')).status).toBe(200);
  });

  it('returns 503 with the error body and Retry-After when no node runs', async () => {
    await service.kill();
    const { status, headers, body } = await sendHttp2(openSession('127.0.0.2'), '/api/agents', key());
    expect([status, headers['retry-after'], headers['content-type']]).toEqual([503, '1', 'application/json']);
    expect(JSON.parse(body)).toEqual({
      error: 'the service is not available: try again in a moment',
      status: 503,
      code: 'unavailable',
    });
  });
});
