import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { sampleProduct, sampleStore } from '../testing/sample-records.ts';
import { addProducts, addStore, changeStore } from '../testing/test-shop.ts';
import { allProducts, countProducts, type ProductBatches, putProducts, storedProduct } from './catalog.ts';
import { readVersion } from './versions.ts';

const stored = (id: string) => storedProduct(sampleProduct(id));

describeOnEngines('products', ({ create }) => {
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

  const add = (storeId: string, ...ids: string[]) =>
    addProducts(
      database,
      storeId,
      ids.map((id) => sampleProduct(id)),
    );
  const list = (storeId: string) => allProducts(database.database.reader(storeId));
  const count = (storeId: string) => countProducts(database.database.reader(storeId));
  const version = (storeId: string) => readVersion(database.database.reader(storeId), 'catalog_versions');
  const put = (storeId: string, batches: ProductBatches, maxVariants?: number, replaceAll = false) =>
    changeStore(database, storeId, (context) => putProducts(context, batches, { replaceAll, maxVariants }));

  it('keeps products of more than one statement, in the order of the import', async () => {
    const storeId = await newStore();
    const products = Array.from({ length: 601 }, (_, index) => sampleProduct(`p${index}`));
    await addProducts(database, storeId, products);
    expect(await list(storeId)).toEqual(products);
  });

  it('replaces by id, and keeps the others', async () => {
    const storeId = await newStore();
    await add(storeId, 'a', 'b');
    const newer = sampleProduct('a', { title: 'Newer' });
    await addProducts(database, storeId, [newer]);
    expect(await list(storeId)).toEqual([newer, sampleProduct('b')]);
  });

  it('removes every other product when asked, of this store only', async () => {
    const [storeId, otherId] = [await newStore(), await newStore()];
    const products = Array.from({ length: 1_001 }, (_, index) => sampleProduct(`p${index}`));
    await addProducts(database, storeId, products);
    await add(otherId, 'a');
    await put(storeId, () => [[stored('c')]], undefined, true);
    expect(await list(storeId)).toEqual([sampleProduct('c')]);
    expect(await list(otherId)).toEqual([sampleProduct('a')]);
  });

  it('raises the version with every import into this store', async () => {
    const [storeId, otherId] = [await newStore(), await newStore()];
    for (const ids of [['a'], ['a'], []]) await add(storeId, ...ids);
    expect([await version(storeId), await version(otherId)]).toEqual([3, 0]);
  });

  it('imports batches, and nothing when the store would have more variants than it may', async () => {
    const storeId = await newStore();
    await put(storeId, () => [[stored('a'), stored('b')], [stored('c')]], 3);
    expect((await list(storeId)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    const more = put(storeId, () => [[stored('a'), stored('d')]], 3);
    await expect(more).rejects.toThrow('more than 3 variants');
    expect(await count(storeId)).toMatchObject({ products: 3 });
    await put(storeId, () => [[stored('d')]], 3, true);
    expect(await count(storeId)).toMatchObject({ products: 1 });
  });

  it('changes nothing when the source of an import fails half-way', async () => {
    const storeId = await newStore();
    await add(storeId, 'a');
    async function* failing() {
      yield [stored('b')];
      throw new Error('the reader has ended');
    }
    await expect(put(storeId, failing, undefined, true)).rejects.toThrow('the reader has ended');
    expect(await list(storeId)).toEqual([sampleProduct('a')]);
    expect(await version(storeId)).toBe(1);
  });

  it('counts products and variants of one store', async () => {
    const [storeId, otherId] = [await newStore(), await newStore()];
    expect(await count(storeId)).toEqual({ products: 0, variants: 0 });
    const [variant] = sampleProduct('b').variants;
    const two = sampleProduct('b', { variants: [variant, { ...variant, id: 'b-2' }] as never });
    await addProducts(database, storeId, [sampleProduct('a'), two]);
    await add(otherId, 'c');
    expect(await count(storeId)).toEqual({ products: 2, variants: 3 });
    await add(storeId, 'b');
    expect(await count(storeId)).toEqual({ products: 2, variants: 2 });
  });
});
