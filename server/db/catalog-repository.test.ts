import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleProduct, sampleStore } from '../testing/sample-records.ts';
import { storedProduct } from './catalog-repository.ts';
import { addStore } from '../testing/test-shop.ts';

const stored = (id: string) => storedProduct(sampleProduct(id));

describe.each(databases)('products in $name', ({ create }) => {
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

  it('keeps products of more than one statement, in the order of the import', async () => {
    const { catalog } = database.repositories;
    const storeId = await newStore();
    const products = Array.from({ length: 601 }, (_, index) => sampleProduct(`p${index}`));
    await catalog.upsert(storeId, products);
    expect(await catalog.list(storeId)).toEqual(products);
  });

  it('replaces by id, keeps the others, and the last of two equals wins', async () => {
    const { catalog } = database.repositories;
    const storeId = await newStore();
    await catalog.upsert(storeId, [sampleProduct('a'), sampleProduct('b')]);
    const [older, newer] = [sampleProduct('a', { title: 'Older' }), sampleProduct('a', { title: 'Newer' })];
    await catalog.upsert(storeId, [older, newer]);
    expect(await catalog.list(storeId)).toEqual([newer, sampleProduct('b')]);
  });

  it('removes every other product when asked, of this store only', async () => {
    const { catalog } = database.repositories;
    const [storeId, otherId] = [await newStore(), await newStore()];
    const products = Array.from({ length: 1_001 }, (_, index) => sampleProduct(`p${index}`));
    await catalog.upsert(storeId, products);
    await catalog.upsert(otherId, [sampleProduct('a')]);
    await catalog.importBatches(storeId, () => [[stored('c')]], { replaceAll: true });
    expect(await catalog.list(storeId)).toEqual([sampleProduct('c')]);
    expect(await catalog.list(otherId)).toEqual([sampleProduct('a')]);
  });

  it('changes the version with every import into this store', async () => {
    const { catalog } = database.repositories;
    const [storeId, otherId] = [await newStore(), await newStore()];
    const versions = [await catalog.version(storeId)];
    for (const products of [[sampleProduct('a')], [sampleProduct('a')], []]) {
      await catalog.upsert(storeId, products);
      versions.push(await catalog.version(storeId));
    }
    expect(new Set(versions).size).toBe(4);
    expect(await catalog.version(otherId)).toBe(versions[0]);
  });

  it('imports batches, and nothing when the store would have more variants than it may', async () => {
    const { catalog } = database.repositories;
    const storeId = await newStore();
    const atMost = (maxVariants: number) => ({ replaceAll: false, maxVariants });
    await catalog.importBatches(storeId, () => [[stored('a'), stored('b')], [stored('c')]], atMost(3));
    expect((await catalog.list(storeId)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    const more = catalog.importBatches(storeId, () => [[stored('a'), stored('d')]], atMost(3));
    await expect(more).rejects.toThrow('more than 3 variants');
    expect(await catalog.count(storeId)).toMatchObject({ products: 3 });
    await catalog.importBatches(storeId, () => [[stored('d')]], { ...atMost(3), replaceAll: true });
    expect(await catalog.count(storeId)).toMatchObject({ products: 1 });
  });

  it('changes nothing when the source of an import fails half-way', async () => {
    const { catalog } = database.repositories;
    const storeId = await newStore();
    await catalog.upsert(storeId, [sampleProduct('a')]);
    const version = await catalog.version(storeId);
    async function* failing() {
      yield [stored('b')];
      throw new Error('the reader has ended');
    }
    const failed = catalog.importBatches(storeId, failing, { replaceAll: true });
    await expect(failed).rejects.toThrow('the reader has ended');
    expect(await catalog.list(storeId)).toEqual([sampleProduct('a')]);
    expect(await catalog.version(storeId)).toBe(version);
  });
});
