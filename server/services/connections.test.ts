import { createMetrics } from '../support/metrics.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKeyring } from '../auth/keyring.ts';
import { allConnections, connectionsOf, readConnection } from '../db/connections.ts';
import { systemClock } from '../support/clock.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { startToolServer, type ToolServer } from '../testing/tool-server.ts';
import { addStore, connectTools } from '../testing/test-shop.ts';
import { operatorActor } from './audit.ts';
import { type ConnectionInput, removeConnection, testConnection } from './connections.ts';

const store = sampleStore();
const config = { publicUrl: null, host: 'localhost', port: 8443 };
const keyring = createKeyring(Buffer.alloc(32, 3));
let database: TestDatabase;
let server: ToolServer;
beforeAll(async () => {
  server = await startToolServer();
});
afterAll(() => server.stop());

const good: ConnectionInput = {
  store_id: null,
  type: 'orders',
  url: 'https://tools.example/mcp',
  headers: { Authorization: 'Bearer tool-secret' },
  allow_private: false,
};

const connect = (input: ConnectionInput) => connectTools({ ...database, keyring }, input);
const remove = (storeId: string | null, type: string) =>
  database.database.changeAll(operatorActor, (context) => removeConnection(context, storeId, type));
const test = (storeId: string | null, type: string) =>
  testConnection(
    { ...database, keyring, clock: systemClock, metrics: createMetrics(), config },
    storeId,
    type,
  );

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
  [{ url: 'file:///etc/passwd', allow_private: true }, /url must be https/],
  [{ headers: { 'X-A': 'a\r\nX-B: b' } }, /visible ASCII/],
  [{ headers: { 'X A': 'a' } }, /headers\["X A"\]/],
];

describeOnEngines('a tool connection', ({ create }) => {
  beforeAll(async () => {
    database = await create();
    await addStore(database, store);
  });
  afterAll(() => database.close());

  it.each(rejected)('is rejected with the field named: %j', async (change, words) => {
    await expect(connect({ ...good, ...change })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(words),
    });
  });

  it('is stored with encrypted headers, once for each type', async () => {
    const added = await connect(good);
    expect(JSON.stringify(added)).not.toContain('tool-secret');
    expect(await readConnection(database.database, store.id, 'orders')).toMatchObject(added);
    await expect(connect(good)).rejects.toMatchObject({ code: 'conflict' });
    await expect(connect({ ...good, store_id: 'str_no' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await remove(null, 'orders');
    await expect(remove(null, 'orders')).rejects.toMatchObject({ code: 'not_found' });
  });

  it("of the store is found before the deployment's, and never another store's", async () => {
    const other = sampleStore();
    await addStore(database, other);
    const find = ({ id }: typeof store) => readConnection(database.database, id, 'returns');
    const own = await connect({ ...good, type: 'returns', store_id: store.id });
    expect(await find(other)).toBeUndefined();
    const shared = await connect({ ...good, type: 'returns' });
    expect([await find(store), await find(other)]).toMatchObject([own, shared]);
    expect(await allConnections(database.database)).toMatchObject([own, shared]);
    expect(await connectionsOf(database.database, store.id)).toMatchObject([own]);
    expect(await connectionsOf(database.database, other.id)).toMatchObject([shared]);
    await remove(null, 'returns');
    expect([await find(store), await find(other)]).toMatchObject([own, undefined]);
    await remove(store.id, 'returns');
  });

  it('can be tested: the result is its tools, or why it is not usable', async () => {
    await connect({ ...good, store_id: store.id, url: server.url, allow_private: true });
    const tools = await test(store.id, 'orders');
    expect(tools.map(({ name }) => name)).toContain('track_order');
    expect(server.seen[0]?.authorization).toBe('Bearer tool-secret');
    await connect({ ...good, type: 'down', url: 'http://127.0.0.1:1/', allow_private: true });
    await expect(test(null, 'down')).rejects.toMatchObject({
      message: expect.stringMatching(/^down is not usable: .*ECONNREFUSED/),
    });
    await connect({ ...good, type: 'inside', url: 'https://localhost/' });
    await expect(test(null, 'inside')).rejects.toMatchObject({
      message: expect.stringMatching(/not public/),
    });
  });
});
