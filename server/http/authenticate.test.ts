import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { newKey } from '../auth/api-key.ts';
import { keyLifetimeMs } from '../auth/key-cache.ts';
import { allKeys } from '../db/api-keys.ts';
import { connectDatabase } from '../db/connect.ts';
import { createDatabase } from '../db/database.ts';
import { revokeKey } from '../services/api-keys.ts';
import { setPlan } from '../services/stores.ts';
import { systemClock } from '../support/clock.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { operatorActor } from '../services/audit.ts';
import { changeStore } from '../testing/test-shop.ts';

let server: TestServer;
let advancedMs = 0;

beforeAll(async () => {
  // Tests expire the key cache by advancing this clock.
  server = await startTestServer({
    clock: { ...systemClock, monotonic: () => performance.now() + advancedMs },
  });
});
afterAll(() => server.close());

const requirementOf: Readonly<Record<OperationId, string>> = {
  listAgents: 'R-7-12',
  createAgent: 'R-7-07',
  streamAgentChat: 'R-7-02',
  getWidgetConfig: 'R-7-10',
};

async function send(id: OperationId, headers: Record<string, string | string[]>): Promise<Response> {
  const { method, path } = operations[id];
  return server.fetch(path, { method: method.toUpperCase(), headers });
}

async function expectUnauthorized(response: Response): Promise<void> {
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual({
    error: expect.stringMatching(/API key/),
    status: 401,
    code: 'unauthorized',
  });
}

describe.each(Object.entries(requirementOf))('%s', (name, requirement) => {
  const id = name as OperationId;

  it(`${requirement} R-4-01 R-5-06 rejects a request without an API key with 401`, async () => {
    await expectUnauthorized(await send(id, {}));
  });

  it(`${requirement} R-5-06 rejects an unknown API key with 401, whether or not its checksum is valid`, async () => {
    await expectUnauthorized(await send(id, bearer(newKey())));
    await expectUnauthorized(await send(id, bearer(`svc_${'A'.repeat(32)}`)));
  });
});

describe('the Authorization header', () => {
  it('R-5-13 accepts the Bearer scheme in any case and several spaces before the key', async () => {
    for (const scheme of ['Bearer ', 'bearer ', 'BEARER   ']) {
      const response = await send('listAgents', { authorization: scheme + server.shop.key });
      expect(response.status).toBe(200);
    }
  });

  it.each([
    ['a key without a scheme', (key: string) => key],
    ['another scheme', (key: string) => `Basic ${key}`],
    ['two keys', (key: string) => `Bearer ${key} ${key}`],
    ['a tab after the scheme', (key: string) => `Bearer\t${key}`],
    ['a comma-separated list of keys', (key: string) => `Bearer ${key}, Bearer ${key}`],
    ['a key in upper case', (key: string) => `Bearer ${key.toUpperCase()}`],
    ['a key with one character removed', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['a key with one character added', (key: string) => `Bearer ${key}0`],
    ['a scheme without a key', () => 'Bearer '],
  ])('R-5-13 R-5-06 is rejected with 401 when it holds %s', async (_name, header) => {
    await expectUnauthorized(await send('listAgents', { authorization: header(server.shop.key) }));
  });

  it('R-5-13 is rejected with 401 when it is duplicated', async () => {
    const both = [`Bearer ${server.shop.key}`, `Bearer ${server.otherShop.key}`];
    await expectUnauthorized(await send('listAgents', { authorization: both }));
  });

  it('R-5-02 R-5-06 is the only place for a key: a key in the query, a cookie or another header is rejected with 401', async () => {
    const { key } = server.shop;
    await expectUnauthorized(await server.fetch(`/api/agents?api_key=${key}`));
    await expectUnauthorized(await send('listAgents', { cookie: `api_key=${key}` }));
    await expectUnauthorized(await send('listAgents', { 'x-api-key': key }));
  });

  it('R-4-01 is checked before path and method: an unknown path and an unsupported method are 401 without a key', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/agents/']) {
      await expectUnauthorized(await server.fetch(path));
    }
    await expectUnauthorized(await server.fetch('/api/agents', { method: 'DELETE' }));
  });
});

describe('an API key', () => {
  it('R-5-09 R-5-14 gives access to the agents and chatbots of its own store only', async () => {
    const mine = await server.api('/api/agents');
    const { agents } = (await mine.json()) as { agents: { id: string }[] };
    expect(agents.map(({ id }) => id)).toEqual([server.shop.agentId]);
    const theirs = await server.api(`/api/widget/config?chatbot_id=${server.otherShop.chatbotId}`);
    const unknown = await server.api('/api/widget/config?chatbot_id=cbt_unknown');
    expect([theirs.status, await theirs.text()]).toEqual([404, await unknown.text()]);
  });

  it('R-4.2-03 R-5-14 lists only the agents of its own store', async () => {
    const response = await server.fetch('/api/agents', { headers: bearer(server.otherShop.key) });
    const { agents } = (await response.json()) as { agents: { id: string }[] };
    expect(agents.map(({ id }) => id)).toEqual([server.otherShop.agentId]);
  });

  it('R-5-08 R-5-06 is rejected within a second after another process revokes it', async () => {
    const { key, store } = await server.addStore();
    const list = () => server.fetch('/api/agents', { headers: bearer(key) });
    expect((await list()).status).toBe(200);
    const otherProcess = await connectDatabase(server.deps.config);
    const database = createDatabase(otherProcess, { clock: systemClock });
    const [record] = await allKeys(database.reader(store.id));
    await database.change({ store, actor: operatorActor }, (context) => revokeKey(context, record?.id ?? ''));
    await otherProcess.destroy();
    advancedMs += keyLifetimeMs;
    expect(keyLifetimeMs).toBeLessThan(1_000);
    await expectUnauthorized(await list());
  });

  it('R-8-01 is limited by the new plan within a second after another process changes the plan', async () => {
    const { key, store } = await server.addStore({ plan: 'enterprise', requests_per_minute: 7 });
    const list = () => server.fetch('/api/agents', { headers: bearer(key) });
    expect((await list()).headers.get('ratelimit-policy')).toBe('"minute";q=7;w=60');
    await changeStore(server.deps, store.id, (context) => setPlan(context, { plan: 'free' }));
    advancedMs += keyLifetimeMs;
    expect((await list()).headers.get('ratelimit-policy')).toBe('"minute";q=20;w=60');
  });
});
