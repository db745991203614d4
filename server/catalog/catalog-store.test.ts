import { expect, it } from 'vitest';
import { createCatalogStore, type CatalogSource } from './catalog-store.ts';
import { makeProduct } from './testing/make-product.ts';

interface Shelf extends CatalogSource {
  versions: Record<string, number>;
  reads: string[];
  broken: boolean;
}

function shelf(): Shelf {
  return {
    versions: {},
    reads: [],
    broken: false,
    async version(storeId) {
      return this.versions[storeId] ?? 0;
    },
    async synonyms() {
      return 'houseshoe, slipper';
    },
    async list(storeId) {
      this.reads.push(storeId);
      if (this.broken) throw new Error('the database is away');
      return [makeProduct(`${storeId}-${this.versions[storeId] ?? 0}`)];
    },
  };
}

it('indexes a store once for concurrent calls, and again when its version changes', async () => {
  const source = shelf();
  const store = createCatalogStore(source);
  const [first, second] = await Promise.all([store.get('a'), store.get('a')]);
  expect(first).toBe(second);
  expect(source.reads).toEqual(['a']);
  source.versions['a'] = 1;
  expect((await store.get('a')).byId('a-1')).toBeDefined();
  expect(first.byId('a-1')).toBeUndefined();
  expect(source.reads).toEqual(['a', 'a']);
});

it('returns the products of each store separately', async () => {
  const store = createCatalogStore(shelf());
  expect((await store.get('a')).byId('b-0')).toBeUndefined();
  expect((await store.get('b')).byId('b-0')).toBeDefined();
});

it('evicts the least recently used store first', async () => {
  const source = shelf();
  const store = createCatalogStore(source, 2);
  for (const storeId of ['a', 'b', 'a', 'c', 'a', 'b']) await store.get(storeId);
  expect(source.reads).toEqual(['a', 'b', 'c', 'b']);
});

it('loads again after a failure', async () => {
  const source = shelf();
  const store = createCatalogStore(source);
  source.broken = true;
  await expect(store.get('a')).rejects.toThrow('the database is away');
  source.broken = false;
  expect((await store.get('a')).byId('a-0')).toBeDefined();
});
