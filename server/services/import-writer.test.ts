import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countProducts, storedProduct } from '../db/catalog.ts';
import type { StoredProduct } from '../db/records.ts';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleProduct, sampleStore } from '../testing/sample-records.ts';
import { addStore } from '../testing/test-shop.ts';
import { operatorActor } from './audit.ts';
import { beginImport } from './import-records.ts';
import { writeInThread, type WriterOrder } from './import-writer.ts';

describe.each(databases)('the thread that writes an import, in $name', ({ create }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await create();
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

  it('leaves every statement to the thread: the one that serves runs none', async () => {
    const order = await begun();
    const statements: string[] = [];
    const collect = ({ sql }: { readonly sql: string }): unknown => statements.push(sql);
    opened.db.on('query', collect);
    await writeInThread(order, batches);
    opened.db.off('query', collect);
    expect(statements).toEqual([]);
    expect(await productsOf(order)).toMatchObject({ products: 5_000 });
  });

  it('writes nothing when the store would have more variants than it may, or a batch cannot be read', async () => {
    const order = await begun(100);
    await expect(writeInThread(order, batches)).rejects.toMatchObject({ code: 'invalid_request' });
    function* broken(): Generator<StoredProduct[]> {
      yield [storedProduct(sampleProduct('a'))];
      throw new Error('the reader has ended');
    }
    await expect(writeInThread(order, broken)).rejects.toThrow('the reader has ended');
    expect(await productsOf(order)).toMatchObject({ products: 0 });
    // The transaction that was ended holds no lock.
    await writeInThread({ ...order, options: { replaceAll: true } }, batches);
    expect(await productsOf(order)).toMatchObject({ products: 5_000 });
  });
});
