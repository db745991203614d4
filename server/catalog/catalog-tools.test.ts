import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createCatalog } from './catalog.ts';
import { makeProduct } from './testing/make-product.ts';
import { catalogTools, getProduct, lookupCatalog, searchCatalog } from './catalog-tools.ts';

const coat = makeProduct('coat', {
  title: 'Rain Coat',
  description: 'Keeps the rain out. '.repeat(40),
  brand: 'Fernhill',
  variants: [
    { amount: 9000, options: { Color: 'Moss', Size: 'S' } },
    { amount: 9900, options: { Color: 'Moss', Size: 'M' }, available: false },
  ],
});
const hat = makeProduct('hat', { title: 'Sun Hat', description: 'Folds flat.', amount: 2500 });
const catalog = await createCatalog([coat, hat]);

describe('search_catalog', () => {
  it('returns summaries that match its schema', () => {
    const output = searchCatalog.run(catalog, searchCatalog.inputSchema.parse({ query: 'rain coat' }));
    expect(searchCatalog.outputSchema.parse(output)).toEqual(output);
    expect(output).toMatchObject({
      total: 1,
      fit: 'all_words',
      products: [
        {
          id: 'coat',
          price: { amount: 9000, currency: 'USD' },
          max_price: { amount: 9900, currency: 'USD' },
          brand: 'Fernhill',
          colors: ['Moss'],
          sizes: ['S', 'M'],
        },
      ],
    });
    expect(output.products[0]?.description.length).toBeLessThanOrEqual(300);
    expect(output.products[0]?.description.endsWith('rain…')).toBe(true);
  });

  it('omits the fields that a product does not have', () => {
    const output = searchCatalog.run(catalog, searchCatalog.inputSchema.parse({ query: 'hat' }));
    expect(output.products[0]).toEqual({
      id: 'hat',
      title: 'Sun Hat',
      description: 'Folds flat.',
      price: { amount: 2500, currency: 'USD' },
      available: true,
      categories: [],
      tags: [],
      audience: [],
      colors: [],
      sizes: [],
    });
  });

  it('accepts empty input, and returns five products by default', () => {
    expect(searchCatalog.inputSchema.parse({})).toEqual({ limit: 5 });
    expect(searchCatalog.run(catalog, { limit: 5 }).total).toBe(2);
  });

  it.each([
    { limit: 0 },
    { limit: 21 },
    { limit: 1.5 },
    { filters: { price: { max: -1 } } },
    { sort: 'newest' },
  ])('rejects %j', (input) => {
    expect(searchCatalog.inputSchema.safeParse(input).success).toBe(false);
  });
});

describe('lookup_catalog', () => {
  it('returns each product once in the order of the ids, and lists the ids not found', () => {
    const output = lookupCatalog.run(catalog, { ids: ['hat', 'none', 'coat', 'hat'] });
    expect(lookupCatalog.outputSchema.parse(output)).toEqual(output);
    expect(output.products.map((product) => product.id)).toEqual(['hat', 'coat']);
    expect(output.not_found).toEqual(['none']);
  });

  it('accepts one to twenty ids', () => {
    const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}`);
    const accepts = (count: number): boolean =>
      lookupCatalog.inputSchema.safeParse({ ids: ids(count) }).success;
    expect([0, 1, 20, 21].map(accepts)).toEqual([false, true, true, false]);
  });
});

describe('get_product', () => {
  it('returns the product with all fields', () => {
    const output = getProduct.run(catalog, { id: 'coat' });
    expect(output).toEqual({ product: coat });
    expect(getProduct.outputSchema.parse(output)).toEqual(output);
  });

  it('returns an error for an unknown id', () => {
    const output = getProduct.run(catalog, { id: 'none' });
    expect(output).toEqual({ error: 'This shop has no product with that id.' });
    expect(getProduct.outputSchema.parse(output)).toEqual(output);
  });
});

it('every tool has JSON Schema objects for input and output', () => {
  expect(catalogTools.map((tool) => tool.name)).toEqual(['search_catalog', 'lookup_catalog', 'get_product']);
  for (const tool of catalogTools) {
    expect(z.toJSONSchema(tool.inputSchema, { io: 'input' })).toMatchObject({ type: 'object' });
    expect(z.toJSONSchema(tool.outputSchema)).toMatchObject({ type: 'object' });
  }
});

describe('things that the shop does not sell', () => {
  const line = 'bicycle, e-bike ! We sell no bicycles: ask Wheels in Mill Street.';
  const search = async (query: string) =>
    searchCatalog.run(await createCatalog([coat, hat], `hat, lid\n${line}`), { query, limit: 5 });

  it('are answered with the sentence of the shop, also where they are misspelt', async () => {
    for (const query of ['bicycle', 'a bicyle for a child', 'red bicycles', 'ebike or e-bike']) {
      const output = await search(query);
      expect([query, output.shop_says]).toEqual([query, 'We sell no bicycles: ask Wheels in Mill Street.']);
      expect(searchCatalog.outputSchema.parse(output)).toEqual(output);
    }
  });

  it('leave searches for what the shop sells as they are', async () => {
    expect(await search('lid')).toMatchObject({ fit: 'all_words', products: [{ id: 'hat' }] });
    expect(await search('tent')).not.toHaveProperty('shop_says');
  });
});
