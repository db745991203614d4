import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { newKey } from '../auth/api-key.ts';
import { keyLifetimeMs } from '../auth/key-cache.ts';
import { revokeKey } from '../services/api-keys.ts';
import { setPlan } from '../services/stores.ts';
import { systemClock } from '../support/clock.ts';
import { bearer, startTestServer, type TestServer } from '../testing/start-test-server.ts';

let server: TestServer;
let skipped = 0;

beforeAll(async () => {
  // The cache of keys is made to age by hand.
  server = await startTestServer({ clock: { ...systemClock, monotonic: () => performance.now() + skipped } });
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
  expect(await response.json()).toEqual({ error: expect.stringMatching(/API key/), status: 401 });
}

describe.each(Object.entries(requirementOf))('authentication of %s', (name, requirement) => {
  const id = name as OperationId;

  it(`${requirement} R-4-01 R-5-06 answers 401 without a key`, async () => {
    await expectUnauthorized(await send(id, {}));
  });

  it(`${requirement} R-5-06 answers 401 to a key that nobody has, right checksum or not`, async () => {
    await expectUnauthorized(await send(id, bearer(newKey())));
    await expectUnauthorized(await send(id, bearer(`svc_${'A'.repeat(32)}`)));
  });
});

describe('the Authorization header', () => {
  it('R-5-13 takes the scheme in any case and blanks before the key', async () => {
    for (const scheme of ['Bearer ', 'bearer ', 'BEARER   ']) {
      const response = await send('listAgents', { authorization: scheme + server.shop.key });
      expect(response.status).toBe(200);
    }
  });

  it.each([
    ['the key alone', (key: string) => key],
    ['another scheme', (key: string) => `Basic ${key}`],
    ['two keys', (key: string) => `Bearer ${key} ${key}`],
    ['a tab', (key: string) => `Bearer\t${key}`],
    ['a comma list', (key: string) => `Bearer ${key}, Bearer ${key}`],
    ['the key in another case', (key: string) => `Bearer ${key.toUpperCase()}`],
    ['one character less', (key: string) => `Bearer ${key.slice(0, -1)}`],
    ['one character more', (key: string) => `Bearer ${key}0`],
    ['nothing after the scheme', () => 'Bearer '],
  ])('R-5-13 R-5-06 answers 401 to %s', async (_name, header) => {
    await expectUnauthorized(await send('listAgents', { authorization: header(server.shop.key) }));
  });

  it('R-5-13 answers 401 when it is there twice', async () => {
    const both = [`Bearer ${server.shop.key}`, `Bearer ${server.otherShop.key}`];
    await expectUnauthorized(await send('listAgents', { authorization: both }));
  });

  it('R-5-02 R-5-06 does not count the key in the query, a cookie, or another field', async () => {
    const { key } = server.shop;
    await expectUnauthorized(await server.fetch(`/api/agents?api_key=${key}`));
    await expectUnauthorized(await send('listAgents', { cookie: `api_key=${key}` }));
    await expectUnauthorized(await send('listAgents', { 'x-api-key': key }));
  });

  it('R-4-01 asks for a key before it says what a path has', async () => {
    for (const path of ['/api', '/api/', '/api/nothing', '/api/agents/']) {
      await expectUnauthorized(await server.fetch(path));
    }
    await expectUnauthorized(await server.fetch('/api/agents', { method: 'DELETE' }));
  });
});

describe('the keys of a store', () => {
  it('R-5-09 open its agents and data, and nothing of another store', async () => {
    const mine = await server.api('/api/agents');
    const { agents } = (await mine.json()) as { agents: { id: string }[] };
    expect(agents.map(({ id }) => id)).toEqual([server.shop.agentId]);
    const theirs = await server.api(`/api/widget/config?chatbot_id=${server.otherShop.chatbotId}`);
    const nobodys = await server.api('/api/widget/config?chatbot_id=cbt_nobodys');
    expect([theirs.status, await theirs.text()]).toEqual([404, await nobodys.text()]);
  });

  it('R-4.2-03 R-5-09 a list has only agents of the store', async () => {
    const response = await server.fetch('/api/agents', { headers: bearer(server.otherShop.key) });
    const { agents } = (await response.json()) as { agents: { id: string }[] };
    expect(agents.map(({ id }) => id)).toEqual([server.otherShop.agentId]);
  });

  it('R-5-08 R-5-06 stop working within five seconds when another process revokes them', async () => {
    const { key, store } = await server.addStore();
    const list = () => server.fetch('/api/agents', { headers: bearer(key) });
    expect((await list()).status).toBe(200);
    const [record] = await server.deps.repositories.keys.list(store.id);
    await revokeKey(server.deps, record?.id ?? '');
    skipped += keyLifetimeMs;
    expect(keyLifetimeMs).toBeLessThanOrEqual(5_000);
    await expectUnauthorized(await list());
  });

  it('R-8-01 open a store on its new plan within five seconds when another process changes it', async () => {
    const { key, store } = await server.addStore({ plan: 'enterprise', requestsPerMinute: 7 });
    const list = () => server.fetch('/api/agents', { headers: bearer(key) });
    expect((await list()).headers.get('ratelimit-policy')).toBe('"minute";q=7;w=60');
    await setPlan(server.deps, store.id, { plan: 'free' });
    skipped += keyLifetimeMs;
    expect((await list()).headers.get('ratelimit-policy')).toBe('"minute";q=20;w=60');
  });
});
