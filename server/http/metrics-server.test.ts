import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../db/connect.ts';
import { createTestFolder } from '../testing/database.ts';
import { parseMetrics, type Samples } from '../testing/parse-metrics.ts';
import { runCommand } from '../testing/run-command.ts';
import { createScriptedModel, finishes, says } from '../testing/scripted-model.ts';
import { startCommand } from '../testing/start-command.ts';
import { shortDatabaseDeadline } from '../testing/database.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { type MetricsServer, startMetricsServer } from './metrics-server.ts';
import { freePort } from '../testing/free-port.ts';

const { model } = createScriptedModel([
  [...says('Hello'), finishes()],
  [...says('Hello'), 'hang'],
  [...says('Hello'), finishes()],
]);
let server: TestServer;
let metrics: MetricsServer;

beforeAll(async () => {
  server = await startTestServer({
    environment: { METRICS_PORT: '0', ...shortDatabaseDeadline },
    models: { modelFor: () => Promise.resolve(model) },
  });
  metrics = await startMetricsServer(server.deps, 0);
});
afterAll(async () => {
  await metrics.stop();
  await server.close();
});

async function scrape(): Promise<Samples> {
  const response = await fetch(metrics.url);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return parseMetrics(await response.text());
}

/** Waits until samples have grown through `work` as expected: a request is counted when its response is closed. */
async function expectGrowth(work: () => Promise<unknown>, expected: Record<string, unknown>): Promise<void> {
  const before = await scrape();
  await work();
  const growth = async () =>
    Object.fromEntries([...(await scrape())].map(([name, value]) => [name, value - (before.get(name) ?? 0)]));
  await expect.poll(growth).toMatchObject(expected);
}

const config = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' };
const newAgent = { name: 'Agent', type: 'a', config };
const positive = expect.toSatisfy((value: number) => value > 0);
const requests = (operation: string, status: number | string) =>
  `agent_service_requests_total{operation="${operation}",status="${status}"}`;
const ask = (signal?: AbortSignal) =>
  server.api('/api/agents/chat/stream', {
    body: { agent_id: server.shop.agentId, message: 'hello' },
    ...(signal && { signal }),
  });

describe('/metrics', () => {
  it('counts requests by operation and status, also those that are rejected before their route', async () => {
    const { key } = await server.addStore({ plan: 'enterprise', requests_per_minute: 2 });
    const work = async (): Promise<void> => {
      for (let request = 0; request < 3; request += 1)
        await server.fetch('/api/agents', { headers: bearer(key) });
      await server.fetch('/api/agents');
      await server.api('/api/agents', { body: {} });
      await server.api('/api/unknown/cbt_1234');
      await server.fetch('/dashboard/api/stores/str_1234/agents');
      await server.fetch('/mcp', { body: {} });
      await server.fetch('/readyz');
      await server.fetch('/wp-login.php');
    };
    await expectGrowth(work, {
      [requests('listAgents', 200)]: 2,
      [requests('listAgents', 429)]: 1,
      [requests('listAgents', 401)]: 1,
      [requests('createAgent', 400)]: 1,
      [requests('api', 404)]: 1,
      [requests('listDashboardAgents', 401)]: 1,
      [requests('other', 404)]: 1,
      [requests('mcp', 401)]: 1,
      [requests('readyz', 200)]: 1,
      'agent_service_request_seconds_count{operation="listAgents"}': 4,
      'agent_service_request_seconds_bucket{le="+Inf",operation="listAgents"}': 4,
      'agent_service_request_seconds_sum{operation="listAgents"}': positive,
    });
  });

  it('shows replies: active ones, outcomes, tokens, and the time to the first text', async () => {
    await expectGrowth(async () => (await ask()).text(), {
      [requests('streamAgentChat', 200)]: 1,
      'agent_service_replies_total{outcome="complete"}': 1,
      'agent_service_tokens_total{direction="input"}': 11,
      'agent_service_tokens_total{direction="output"}': 7,
      agent_service_first_token_seconds_count: 1,
    });
    const leaving = new AbortController();
    await ask(leaving.signal);
    expect((await scrape()).get('agent_service_active_replies')).toBe(1);
    leaving.abort();
    const aborted = 'agent_service_replies_total{outcome="aborted"}';
    await expect.poll(async () => (await scrape()).get(aborted)).toBe(1);
    await expect.poll(async () => (await scrape()).get('agent_service_active_replies')).toBe(0);
  });

  it('shows a reply that cannot be stored as failed, since its client gets an error event', async () => {
    const other = await openDatabase(server.deps.config);
    const askWithoutTable = async (): Promise<void> => {
      await other.schema.renameTable('replies', 'other_replies');
      expect(await (await ask()).text()).toContain('"type":"error"');
      await other.schema.renameTable('other_replies', 'replies');
    };
    await expectGrowth(askWithoutTable, {
      [requests('streamAgentChat', 200)]: 1,
      'agent_service_replies_total{outcome="failed"}': 1,
      'agent_service_tokens_total{direction="input"}': 11,
      'agent_service_tokens_total{direction="output"}': 7,
      agent_service_first_token_seconds_count: 1,
    });
    await other.destroy();
  });

  it('shows the event loop, the pool, and labels that are words of ours only', async () => {
    const samples = await scrape();
    expect(samples.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    const connections = ['used', 'idle'].map((state) =>
      samples.get(`agent_service_database_connections{state="${state}"}`),
    );
    expect(connections.toSorted()).toEqual([0, 1]);
    const own = [...samples.keys()].filter((name) => name.startsWith('agent_service_'));
    const values = own.flatMap((name) => [...name.matchAll(/(?:operation|outcome)="([^"]*)"/g)]);
    expect(values.filter(([, value]) => !/^[A-Za-z]+$/.test(value ?? ''))).toEqual([]);
  });

  it('serves nothing else', async () => {
    expect((await fetch(new URL('/', metrics.url))).status).toBe(404);
    expect((await server.fetch('/metrics')).status).toBe(404);
  });

  it('counts errors of the database', async () => {
    const other = await openDatabase(server.deps.config);
    const createWhileLocked = () =>
      other.transaction(async (trx) => {
        // Takes SQLite's write lock.
        await trx.raw('pragma user_version = 0');
        expect((await server.api('/api/agents', { body: newAgent })).status).toBe(503);
      });
    await expectGrowth(createWhileLocked, {
      [requests('createAgent', 503)]: 1,
      agent_service_database_errors_total: positive,
    });
    await other.destroy();
  });
});

it('METRICS_PORT opens the port of a process, which still ends when it is stopped, and must be free', async () => {
  const dataDir = createTestFolder();
  const port = String(await freePort());
  const started = await startCommand(dataDir, ['serve', '--demo'], /^curl /, { METRICS_PORT: port });
  const other = createTestFolder();
  try {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect(parseMetrics(await response.text()).get('agent_service_active_replies')).toBe(0);
    const env = { PORT: '0', HTTP_PORT: '0', METRICS_PORT: port, LOG_LEVEL: 'error' };
    expect(await runCommand(other, ['serve'], { env })).toMatchObject({
      code: 1,
      stderr: `agent-service: port ${port} is in use at 127.0.0.1: set METRICS_PORT to another one\n`,
    });
  } finally {
    expect(await started.stop()).toBe(0);
    for (const folder of [dataDir, other]) rmSync(folder, { recursive: true });
  }
});
