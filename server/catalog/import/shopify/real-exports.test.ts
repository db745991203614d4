import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { type Imported, importSource } from '../../testing/import-text.ts';

// Exports that other people made lie beside the clone, not in it.
const folder = fileURLToPath(new URL('../../../../../shared/data/shopify/', import.meta.url));
const present = existsSync(folder);

function read(name: string): Promise<Imported> {
  return importSource({ path: `${folder}${name}` }, { shopUrl: 'https://shop.example' });
}

it.runIf(process.env['CI'])('has the real exports at hand in CI', () => expect(present).toBe(true));

describe.runIf(present)('real Shopify exports', () => {
  it('are imported completely, with links and the host of their pictures', async () => {
    const apparel = await read('apparel.csv');
    expect(apparel.saved[0]?.url).toBe('https://shop.example/products/ocean-blue-shirt');
    expect(apparel.findings).toMatchObject({
      withoutLink: 0,
      withoutPicture: 0,
      imageHosts: [{ host: 'burst.shopifycdn.com', products: 20 }],
    });
    expect(apparel).toMatchObject({
      rows: 22,
      products: 20,
      variants: 22,
      rejected: [],
    });
    const jewelery = await read('jewelery.csv');
    expect(jewelery).toMatchObject({ rows: 41, rejected: [] });
    expect(jewelery.findings.warnings[0]?.reason).toContain('the quantity is 0 and no inventory tracker');
  });

  const questions: [string, string, string][] = [
    ['apparel.csv', 'blue shirt', 'ocean-blue-shirt'],
    ['apparel.csv', 'leather jacket', 'classic-leather-jacket'],
    ['apparel.csv', 'jumper', 'yellow-wool-jumper'],
    ['apparel.csv', "women's lether bag", 'black-leather-bag'],
    ['apparel.csv', 'high top shoes', 'led-high-tops'],
    ['jewelery.csv', 'moon bracelet', 'moon-charm-bracelet'],
    ['jewelery.csv', 'turquoise earrings', 'boho-earrings'],
    ['jewelery.csv', 'elephant earings', 'looped-earrings'],
  ];
  it.each(questions)('%s: "%s" finds %s first', async (file, query, id) => {
    const catalog = await createCatalog((await read(file)).saved);
    expect(catalog.search({ query }).products[0]?.product.id).toBe(id);
  });

  it('finds the blue shirt under $60 by colour and price', async () => {
    const catalog = await createCatalog((await read('apparel.csv')).saved);
    const query = { query: 'shirt', filters: { color: 'blue', price: { max: 6000 } } };
    expect(catalog.search(query).products.map(({ product }) => product.id)).toContain('ocean-blue-shirt');
  });
});
