import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../support/ids.ts';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleStore } from '../testing/sample-records.ts';
import type { ConnectionRecord } from './records.ts';
import { addStore } from '../testing/test-shop.ts';

const sample = (storeId: string | null, type: string): ConnectionRecord => ({
  id: newId('con'),
  storeId,
  type,
  url: 'https://tools.example/mcp',
  sealedHeaders: 'sealed',
  allowPrivate: false,
  createdAt: '2026-01-02T03:04:05.678Z',
});

describe.each(databases)('connections in $name', ({ create }) => {
  let database: TestDatabase;
  const [store, other] = [sampleStore(), sampleStore()];
  beforeAll(async () => {
    database = await create();
    for (const each of [store, other]) await addStore(database, each);
  });
  afterAll(() => database.close());

  it("finds a store's own connection before the deployment's, and never another store's", async () => {
    const { connections } = database.repositories;
    const [own, shared] = [sample(store.id, 'orders'), sample(null, 'orders')];
    expect(await connections.insert(store.id, own)).toBe(true);
    expect(await connections.find(other.id, 'orders')).toBeUndefined();
    expect(await connections.insert(null, shared)).toBe(true);
    expect(await connections.find(store.id, 'orders')).toEqual(own);
    expect(await connections.find(other.id, 'orders')).toEqual(shared);
    expect(await connections.list()).toEqual([own, shared]);
    expect(await connections.listForStore(store.id)).toEqual([own]);
    expect(await connections.listForStore(other.id)).toEqual([shared]);
  });

  it('keeps one connection of a type in each scope, and removes only the one that is named', async () => {
    const { connections } = database.repositories;
    await connections.insert(null, sample(null, 'returns'));
    expect(await connections.insert(null, sample(null, 'returns'))).toBe(false);
    expect(await connections.remove(store.id, 'returns')).toBe(false);
    expect(await connections.remove(null, 'returns')).toBe(true);
    expect(await connections.find(store.id, 'returns')).toBeUndefined();
  });
});
