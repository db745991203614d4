import { afterAll, beforeAll, expect, it } from 'vitest';
import { allProducts, storedProduct } from '../db/catalog.ts';
import { type Context, createDatabase, type Database, systemActor } from '../db/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { sampleProduct, sampleStore } from '../testing/sample-records.ts';
import { importsOf } from '../testing/test-imports.ts';
import { addStore, auditOf, changeStore } from '../testing/test-shop.ts';
import {
  beginImport,
  describeCatalog,
  failImport,
  failImportsOf,
  failLostImport,
  findImport,
  finishImport,
  ImportLost,
  renewImport,
} from './import-records.ts';

describeOnEngines('imports of catalogues', ({ create }) => {
  const clock = createMovableClock();
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await create();
    database = createDatabase(opened.db, { clock });
  });
  afterAll(() => opened.close());

  async function newStore(): Promise<string> {
    const store = sampleStore();
    await addStore({ database }, store);
    return store.id;
  }

  const change = <Result>(storeId: string, verb: (context: Context) => Promise<Result>) =>
    changeStore({ database }, storeId, verb);
  const origin = { sourceName: 'file', owner: 'this process' };
  const begin = (storeId: string, owner = 'this process') =>
    change(storeId, (context) => beginImport(context, { ...origin, owner }));
  const find = (storeId: string, id: string) =>
    findImport({ database, clock }, sampleStore({ id: storeId }), id);

  it('begins one of several concurrent imports of a store, and one of each other store', async () => {
    const [storeId, otherId] = [await newStore(), await newStore()];
    const begun = await Promise.allSettled(Array.from({ length: 8 }, () => begin(storeId)));
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await importsOf({ database }, storeId)).toHaveLength(1);
    expect(await begin(otherId)).toMatchObject({ status: 'running', store_id: otherId });
  });

  it('keeps what it was given, newest first, for its own store only', async () => {
    const [storeId, otherId] = [await newStore(), await newStore()];
    const rejected = [{ line: 2, reason: 'price: it is missing' }];
    const first = { ...(await begin(storeId)), rejected, lines: 3 };
    await change(storeId, (context) => renewImport(context, first));
    expect(await find(storeId, first.id)).toMatchObject(first);
    await change(storeId, (context) => failImport(context, first, 'why'));
    const second = await begin(storeId);
    expect(await importsOf({ database }, storeId)).toMatchObject([
      { id: second.id, status: 'running', findings: null },
      { id: first.id, status: 'failed', error: 'why', rejected },
    ]);
    await expect(find(otherId, first.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('fails a running import whose lease has ended, after which another one begins', async () => {
    const storeId = await newStore();
    const lost = await begin(storeId);
    clock.advance(10_000);
    await expect(begin(storeId)).rejects.toMatchObject({ code: 'conflict' });
    clock.advance(5_000);
    expect(await find(storeId, lost.id)).toMatchObject({ status: 'failed', owner: null, lease_until: null });
    await begin(storeId);
    await expect(change(storeId, (context) => renewImport(context, lost))).rejects.toThrow(ImportLost);
  });

  it('fails the running imports of one process', async () => {
    const [storeId, otherId] = [await newStore(), await newStore()];
    const [own, others] = [await begin(storeId, 'A'), await begin(otherId, 'B')];
    await database.changeAll(systemActor, (context) => failImportsOf(context, 'A'));
    expect(await find(storeId, own.id)).toMatchObject({ status: 'failed' });
    expect(await find(otherId, others.id)).toMatchObject(others);
  });

  it('queues a notice of each failed import, until one goes well', async () => {
    const storeId = await newStore();
    await change(storeId, async (context) => failImport(context, await beginImport(context, origin), 'why'));
    await begin(storeId);
    clock.advance(15_000);
    await change(storeId, failLostImport);
    await begin(storeId, 'C');
    await database.changeAll(systemActor, (context) => failImportsOf(context, 'C'));
    const open = () => change(storeId, async ({ tables }) => tables('notices').where({ done_at: null }));
    expect(await open()).toHaveLength(3);
    const running = await begin(storeId);
    await change(storeId, (context) =>
      finishImport(context, running, { batches: () => [], replaceAll: false }),
    );
    expect(await open()).toEqual([]);
  });

  it('forgets imports after 90 days, but not the latest that went well', async () => {
    const storeId = await newStore();
    const ids: string[] = [];
    for (const verb of [finishImport, failImport]) {
      const running = await begin(storeId);
      ids.push(running.id);
      await change(storeId, (context) =>
        verb === failImport
          ? failImport(context, running, 'why')
          : finishImport(context, running, { batches: () => [], replaceAll: false }),
      );
    }
    clock.advance(91 * 86_400_000);
    const now = await begin(storeId);
    expect((await importsOf({ database }, storeId)).map(({ id }) => id).toSorted()).toEqual(
      [ids[0] ?? '', now.id].toSorted(),
    );
  });

  it('writes products, the end of their import and its entry together, and none once it was failed', async () => {
    const storeId = await newStore();
    const record = { ...(await begin(storeId)), products: 1 };
    const batches = () => [[storedProduct(sampleProduct('a'))]];
    const finish = () =>
      change(storeId, (context) => finishImport(context, record, { batches, replaceAll: false }));
    await finish();
    const reader = database.reader(storeId);
    expect(await describeCatalog(reader)).toMatchObject({ products: 1, last_import_at: expect.any(String) });
    expect(await auditOf({ database }, storeId)).toMatchObject([
      { action: 'catalog.imported', subject: record.id, detail: '1 product (file)' },
    ]);
    await change(storeId, ({ tables }) => tables('catalog_products').delete());
    await expect(finish()).rejects.toThrow(ImportLost);
    expect(await allProducts(reader)).toEqual([]);
  });
});
