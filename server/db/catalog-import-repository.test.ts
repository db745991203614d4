import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleProduct, sampleStore } from '../testing/sample-records.ts';
import { sampleImport } from '../testing/test-imports.ts';
import { finishImport, ImportLost } from './catalog-import-repository.ts';
import { storedProduct } from './catalog-repository.ts';
import type { CatalogImportRecord } from './records.ts';
import { addStore } from '../testing/test-shop.ts';

describe.each(databases)('imports of catalogues in $name', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  async function newStore(): Promise<string> {
    const store = sampleStore();
    await addStore(database, store);
    return store.id;
  }

  const leaseUntil = '2026-01-02T03:04:20.000Z';
  const running = (storeId: string): CatalogImportRecord =>
    sampleImport(storeId, { status: 'running', endedAt: null, owner: 'this process', leaseUntil });

  it('begins one of several concurrent imports of a store, and one of each other store', async () => {
    const { catalogImports } = database.repositories;
    const [storeId, otherId] = [await newStore(), await newStore()];
    const begun = await Promise.all(
      Array.from({ length: 8 }, () => catalogImports.begin(storeId, running(storeId))),
    );
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await catalogImports.list(storeId, 50)).toHaveLength(1);
    expect(await catalogImports.begin(otherId, running(otherId))).toBe(true);
  });

  it('keeps what it was given, newest first, for its own store only', async () => {
    const { catalogImports } = database.repositories;
    const [storeId, otherId] = [await newStore(), await newStore()];
    const [first, second] = [
      sampleImport(storeId),
      sampleImport(storeId, { status: 'failed', error: 'why' }),
    ];
    for (const record of [first, second]) await catalogImports.begin(storeId, record);
    expect(await catalogImports.list(storeId, 50)).toEqual([second, first]);
    expect(await catalogImports.list(storeId, 1)).toEqual([second]);
    expect(await catalogImports.find(storeId, first.id)).toEqual(first);
    expect(await catalogImports.findLastDone(storeId)).toEqual(first);
    expect(await catalogImports.find(otherId, first.id)).toBeUndefined();
    expect(await catalogImports.findLastDone(otherId)).toBeUndefined();
  });

  it('fails a running import whose lease has ended, after which another one begins', async () => {
    const { catalogImports } = database.repositories;
    const storeId = await newStore();
    const lost = running(storeId);
    await catalogImports.begin(storeId, lost);
    await catalogImports.failLost(storeId, { at: '2026-01-02T03:04:19.999Z', error: 'lost' });
    expect(await catalogImports.begin(storeId, running(storeId))).toBe(false);
    await catalogImports.failLost(storeId, { at: leaseUntil, error: 'lost' });
    const failed = {
      ...lost,
      status: 'failed',
      error: 'lost',
      endedAt: leaseUntil,
      owner: null,
      leaseUntil: null,
    };
    expect(await catalogImports.find(storeId, lost.id)).toEqual(failed);
    expect(await catalogImports.begin(storeId, running(storeId))).toBe(true);
    expect(await catalogImports.renew(storeId, lost)).toBe(false);
  });

  it('fails the running imports of one process', async () => {
    const { catalogImports } = database.repositories;
    const [storeId, otherId] = [await newStore(), await newStore()];
    const [own, others] = [
      { ...running(storeId), owner: 'A' },
      { ...running(otherId), owner: 'B' },
    ];
    await catalogImports.begin(storeId, own);
    await catalogImports.begin(otherId, others);
    await catalogImports.failOwned('A', { at: leaseUntil, error: 'ended' });
    expect(await catalogImports.find(storeId, own.id)).toMatchObject({ status: 'failed', error: 'ended' });
    expect(await catalogImports.find(otherId, others.id)).toEqual(others);
  });

  it('writes products and the end of their import together, and neither once the import was failed', async () => {
    const { catalog, catalogImports } = database.repositories;
    const storeId = await newStore();
    const record = running(storeId);
    const done = { ...record, status: 'done' as const, owner: null, leaseUntil: null };
    const write = () =>
      catalog.importBatches(storeId, () => [[storedProduct(sampleProduct('a'))]], {
        replaceAll: false,
        joined: finishImport(storeId, done),
      });
    await expect(write()).rejects.toThrow(ImportLost);
    expect(await catalog.list(storeId)).toEqual([]);
    await catalogImports.begin(storeId, record);
    await write();
    expect(await catalog.list(storeId)).toEqual([sampleProduct('a')]);
    expect(await catalogImports.find(storeId, record.id)).toEqual(done);
    await expect(write()).rejects.toThrow(ImportLost);
  });

  it('counts products and variants of one store', async () => {
    const { catalog } = database.repositories;
    const [storeId, otherId] = [await newStore(), await newStore()];
    expect(await catalog.count(storeId)).toEqual({ products: 0, variants: 0 });
    const [variant] = sampleProduct('b').variants;
    const two = sampleProduct('b', { variants: [variant, { ...variant, id: 'b-2' }] as never });
    await catalog.upsert(storeId, [sampleProduct('a'), two]);
    await catalog.upsert(otherId, [sampleProduct('c')]);
    expect(await catalog.count(storeId)).toEqual({ products: 2, variants: 3 });
    await catalog.upsert(storeId, [sampleProduct('b')]);
    expect(await catalog.count(storeId)).toEqual({ products: 2, variants: 2 });
  });
});
