import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer } from '../../../server/testing/start-test-server.ts';
import { addTestShop, type TestShop } from '../../../server/testing/test-shop.ts';
import { hasProgram } from '../../../server/testing/programs.ts';
import { type NodeCluster, startCluster } from '../cluster.ts';
import { callListAgents, countStatuses, listAgents } from '../requests.ts';

const haproxyInstalled = hasProgram('haproxy');
const windowMs = 60_000;
const limit = 50;
let cluster: NodeCluster;

interface Attempt {
  readonly startMs: number;
  readonly endMs: number;
  readonly status: number;
}

async function timed(send: () => Promise<Response>): Promise<Attempt> {
  const startMs = performance.now();
  const { status } = await send();
  return { startMs, endMs: performance.now(), status };
}

/** Six clients over HTTP and MCP, for `ms` milliseconds. */
async function flood(shop: TestShop, ms: number): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  const end = performance.now() + ms;
  const client = async (index: number): Promise<void> => {
    const send = index % 3 === 0 ? callListAgents : listAgents;
    while (performance.now() < end) {
      attempts.push(await timed(() => send(cluster, shop)));
      await wait(20);
    }
  };
  await Promise.all(Array.from({ length: 6 }, (_, index) => client(index)));
  return attempts;
}

describe.skipIf(!haproxyInstalled)('rate limits of three nodes', () => {
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.close());

  it('admit N requests in any 60 s through floods of 130 s, and again at the moment of Retry-After', async () => {
    const shop = await addTestShop(cluster.operator, { plan: 'enterprise', requests_per_minute: limit });
    const attempts = await flood(shop, 130_000);
    const admitted = attempts.filter(({ status }) => status === 200);
    const sorted = admitted.toSorted((a, b) => a.startMs - b.startMs);
    // Each decision lies between start and end, so N + 1 requests that lie within 60 s prove a violation.
    const beyond = sorted.filter(({ startMs }, index) => {
      const consecutive = sorted.slice(index, index + limit + 1);
      const endMs = Math.max(...consecutive.map((attempt) => attempt.endMs));
      return consecutive.length > limit && endMs - startMs < windowMs;
    });
    console.log(`${attempts.length} requests, ${admitted.length} admitted`);
    expect(beyond).toEqual([]);
    // Three windows have begun: at 0, 60 and 120 s. A limiter that forgets, or counts what it rejects, admits other numbers.
    expect(admitted.length).toBe(3 * limit);
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([200, 429]));

    const rejected = await listAgents(cluster, shop);
    const seconds = Number(rejected.headers.get('retry-after'));
    const start = performance.now();
    const status = async () => (await listAgents(cluster, shop)).status;
    await expect.poll(status, { timeout: 1000 * (seconds + 1), interval: 50 }).toBe(200);
    const waited = (performance.now() - start) / 1000;
    console.log(`Retry-After ${seconds} s, admitted after ${waited.toFixed(2)} s`);
    expect(waited).toBeLessThan(seconds + 0.5);
    expect(waited).toBeGreaterThan(seconds - 1.5);
  });

  it('admit a quarter of the plan from one visitor, on whichever node it asks', async () => {
    const shop = await addTestShop(cluster.operator, { plan: 'enterprise', requests_per_minute: 40 });
    const origin = { origin: 'https://shop.example' };
    const opened = await cluster.fetch('/embed/session', {
      body: { chatbot_id: shop.chatbotId },
      headers: origin,
    });
    const { token } = (await opened.json()) as { token: string };
    const send = (): Promise<Response> =>
      cluster.fetch('/api/agents/chat/stream', {
        body: { agent_id: shop.agentId, message: 'Hello', stream: false },
        headers: { ...origin, ...bearer(token) },
      });
    const responses: Response[] = [];
    while (responses.length < 30) responses.push(await send());
    expect(countStatuses(responses)).toEqual({ 200: 10, 429: 20 });
  });
});
