import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKeyring } from '../auth/keyring.ts';
import { systemClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { startToolServer, type ToolServer } from '../testing/tool-server.ts';
import {
  addConnection,
  type ConnectionDeps,
  type ConnectionInput,
  removeConnection,
  testConnection,
} from './connections.ts';
import { addStore } from '../testing/test-shop.ts';

const store = sampleStore();
let database: TestDatabase;
let server: ToolServer;
let deps: ConnectionDeps;
beforeAll(async () => {
  [database, server] = await Promise.all([createTestDatabase(), startToolServer()]);
  await addStore(database, store);
  const keyring = createKeyring(Buffer.alloc(32, 3));
  deps = { database: database.database, repositories: database.repositories, keyring, clock: systemClock };
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

const good: ConnectionInput = {
  storeId: null,
  type: 'orders',
  url: 'https://tools.example/mcp',
  headers: { Authorization: 'Bearer tool-secret' },
  allowPrivate: false,
};

const rejected: readonly [Partial<ConnectionInput>, RegExp][] = [
  [{ type: 'product_catalog' }, /type product_catalog is built in/],
  [{ type: 'shop_knowledge' }, /type shop_knowledge is built in/],
  [{ type: '' }, /type must not be empty/],
  [{ url: 'tools.example' }, /url must be an absolute URL/],
  [{ url: 'http://tools.example/' }, /url is rejected: only https/],
  [{ url: 'https://10.0.0.1/' }, /url is rejected: the address is not public/],
  [{ url: 'https://user:word@tools.example/' }, /url must not contain a password/],
  [{ url: `https://tools.example/mcp?api_key=svc_${'a1'.repeat(16)}` }, /url must not contain an API key/],
  [{ url: `https://tools.example/%73vc_${'a1'.repeat(16)}` }, /url must not contain an API key/],
  [{ url: 'file:///etc/passwd', allowPrivate: true }, /url must be https/],
  [{ headers: { 'X-A': 'a\r\nX-B: b' } }, /visible ASCII/],
  [{ headers: { 'X A': 'a' } }, /headers\["X A"\]/],
];

describe('a tool connection', () => {
  it.each(rejected)('is rejected with the field named: %j', async (change, words) => {
    await expect(addConnection(deps, { ...good, ...change })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(words),
    });
  });

  it('is stored with encrypted headers, once for each type', async () => {
    const added = await addConnection(deps, good);
    expect(JSON.stringify(added)).not.toContain('tool-secret');
    expect(await deps.repositories.connections.find(store.id, 'orders')).toEqual(added);
    await expect(addConnection(deps, good)).rejects.toMatchObject({ code: 'conflict' });
    await expect(addConnection(deps, { ...good, storeId: 'str_no' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await removeConnection(deps, null, 'orders');
    await expect(removeConnection(deps, null, 'orders')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('can be tested: the result is its tools, or why it is not usable', async () => {
    await addConnection(deps, { ...good, storeId: store.id, url: server.url, allowPrivate: true });
    const tools = await testConnection(deps, store.id, 'orders');
    expect(tools.map(({ name }) => name)).toContain('track_order');
    expect(server.seen[0]?.authorization).toBe('Bearer tool-secret');
    await addConnection(deps, { ...good, type: 'down', url: 'http://127.0.0.1:1/', allowPrivate: true });
    await expect(testConnection(deps, null, 'down')).rejects.toMatchObject({
      message: expect.stringMatching(/^down is not usable: .*ECONNREFUSED/),
    });
    await addConnection(deps, { ...good, type: 'inside', url: 'https://localhost/' });
    await expect(testConnection(deps, null, 'inside')).rejects.toMatchObject({
      message: expect.stringMatching(/not public/),
    });
  });
});
