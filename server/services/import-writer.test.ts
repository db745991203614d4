import { afterAll, beforeAll, expect, it } from 'vitest';
import { countProducts, storedProduct } from '../db/catalog.ts';
import type { StoredProduct } from '../db/records.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleProduct, sampleStore } from '../testing/sample-records.ts';
import { addStore } from '../testing/test-shop.ts';
import { operatorActor } from './audit.ts';
import { beginImport, finishImport } from './import-records.ts';
import { writeInThread, type WriterOrder } from './import-writer.ts';

let opened: TestDatabase;
beforeAll(async () => {
  opened = await createTestDatabase();
});
afterAll(() => opened.close());

/** An import that has begun, in a new store. */
async function begun(maxVariants?: number): Promise<WriterOrder> {
  const { database, databaseUrl, dataDir } = opened;
  const store = sampleStore();
  await addStore({ database }, store);
  const by = { store, actor: operatorActor };
  const running = await database.change(by, (context) =>
    beginImport(context, { sourceName: 'file', owner: 'test' }),
  );
  const location = { databaseUrl, dataDir, databaseDeadlineMs: 60_000 };
  return { location, by, now: 0, running, options: { replaceAll: true, maxVariants } };
}

const description = 'a'.repeat(2_000);

function* batches(): Generator<StoredProduct[]> {
  for (let batch = 0; batch < 50; batch++) {
    yield Array.from({ length: 100 }, (_, index) =>
      storedProduct(sampleProduct(`${batch}-${index}`, { description })),
    );
  }
}

const productsOf = ({ by }: WriterOrder) => countProducts(opened.database.reader(by.store.id));

/** CPU time of this thread, in microseconds. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return user + system;
}

it('the thread that serves passes the batches on: it needs less than half of the CPU time of writing them', async () => {
  const [own, order] = [await begun(), await begun()];
  const ownCpu = await cpuOf(() =>
    opened.database.change(own.by, (context) =>
      finishImport(context, own.running, { batches, replaceAll: true }),
    ),
  );
  expect(await cpuOf(() => writeInThread(order, batches))).toBeLessThan(ownCpu / 2);
  expect(await productsOf(order)).toEqual(await productsOf(own));
});

it('nothing is written when the store would have more variants than it may, or a batch cannot be read', async () => {
  const order = await begun(100);
  await expect(writeInThread(order, batches)).rejects.toMatchObject({ code: 'invalid_request' });
  function* broken(): Generator<StoredProduct[]> {
    yield [storedProduct(sampleProduct('a'))];
    throw new Error('the reader has ended');
  }
  await expect(writeInThread(order, broken)).rejects.toThrow('the reader has ended');
  expect(await productsOf(order)).toMatchObject({ products: 0 });
});
