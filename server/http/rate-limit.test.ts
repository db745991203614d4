import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanName } from '../../generated/plans.ts';
import { changeStore, issueKey } from '../testing/test-shop.ts';
import { rateWindowMs } from '../services/rate-limiter.ts';
import { systemClock } from '../support/clock.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { setPlan } from '../services/stores.ts';

let server: TestServer;
let now = 0;
beforeAll(async () => {
  server = await startTestServer({ clock: { ...systemClock, monotonic: () => now } });
});
afterAll(() => server.close());

async function sendMany(key: string, count: number): Promise<number[]> {
  const send = async () => (await server.fetch('/api/agents', { headers: bearer(key) })).status;
  return Promise.all(Array.from({ length: count }, send));
}

const count = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

describe('the rate limit', () => {
  it.each<[string, PlanName, number | null, number]>([
    ['R-8-01 20', 'free', null, 20],
    ['R-8-02 60', 'starter', null, 60],
    ['R-8-03 200', 'pro', null, 200],
    ['R-8-04 7', 'enterprise', 7, 7],
  ])(
    '%s requests a minute of plan %s are admitted, and no more, when they arrive at once',
    async (_name, plan, requestsPerMinute, limit) => {
      const { key } = await server.addStore({ plan, requests_per_minute: requestsPerMinute });
      const statuses = await sendMany(key, limit + 5);
      expect([count(statuses, 200), count(statuses, 429)]).toEqual([limit, 5]);
    },
  );

  it('R-8-04 an Enterprise store without a limit of its own has none, and no RateLimit headers', async () => {
    const response = await server.api('/api/agents');
    expect(response.headers.has('ratelimit')).toBe(false);
    expect(response.headers.has('ratelimit-policy')).toBe(false);
  });

  it('R-8-06 R-7-04 a request beyond the limit is 429, and succeeds once Retry-After has passed', async () => {
    const { key } = await server.addStore({ requests_per_minute: 1 });
    const headers = bearer(key);
    const first = await server.fetch('/api/agents', { headers });
    expect(first.headers.get('ratelimit-policy')).toBe('"minute";q=1;w=60');
    expect(first.headers.get('ratelimit')).toBe('"minute";r=0;t=60');
    now += 17_500;
    const rejected = await server.fetch('/api/agents/chat/stream', { headers, body: {} });
    expect(rejected.status).toBe(429);
    expect(rejected.headers.get('retry-after')).toBe('43');
    expect(await rejected.json()).toEqual({
      error: 'the rate limit of 1 requests a minute is exceeded: retry after 43 s',
      status: 429,
      code: 'rate_limited',
    });
    now += 42_000;
    expect(await sendMany(key, 1)).toEqual([429]);
    now += 1_000;
    expect(await sendMany(key, 1)).toEqual([200]);
  });

  it('R-8-07 invalid requests count; rejected requests and requests without a key do not', async () => {
    const { key } = await server.addStore({ requests_per_minute: 3 });
    const headers = bearer(key);
    await server.fetch('/api/nothing', { headers });
    await server.fetch('/api/agents', { headers, body: {} });
    await server.fetch('/api/agents');
    expect(await sendMany(key, 3)).toEqual(expect.arrayContaining([200, 429, 429]));
    now += rateWindowMs;
    expect(count(await sendMany(key, 4), 200)).toBe(3);
  });

  it('R-8-07 all keys of a store share one limit', async () => {
    const { key, store } = await server.addStore({ requests_per_minute: 2 });
    const second = await issueKey(server.deps, store);
    expect(await sendMany(key, 2)).toEqual([200, 200]);
    expect(await sendMany(second.key, 1)).toEqual([429]);
  });

  it('R-8-02 a change of the plan changes the limit within five seconds', async () => {
    const { key, store } = await server.addStore({ plan: 'free' });
    expect(count(await sendMany(key, 25), 200)).toBe(20);
    await changeStore(server.deps, store.id, (context) => setPlan(context, { plan: 'starter' }));
    now += 5_000;
    expect(count(await sendMany(key, 50), 200)).toBe(40);
  });
});
