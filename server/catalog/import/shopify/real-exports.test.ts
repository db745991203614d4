import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../support/clock.ts';
import { createCatalog } from '../../catalog.ts';
import type { Product } from '../../../db/records.ts';
import { importCatalog, type ImportReport } from '../import-catalog.ts';

// Exports that other people made lie beside the clone, not in it.
const folder = fileURLToPath(new URL('../../../../../shared/data/shopify/', import.meta.url));
const present = existsSync(folder);

const shopUrl = new URL('https://shop.example');

async function read(name: string): Promise<{ report: ImportReport; products: Product[] }> {
  const products: Product[] = [];
  const source = { path: `${folder}${name}` };
  const report = await importCatalog(
    { source, currency: 'USD', shopUrl, partial: false, replace: true, clock: systemClock },
    { upsert: async (imported) => products.push(...imported) },
  );
  return { report, products };
}

it.runIf(process.env['CI'])('has the real exports at hand in CI', () => expect(present).toBe(true));

describe.runIf(present)('real Shopify exports', () => {
  it('are imported completely, with links and the host of their pictures', async () => {
    const apparel = await read('apparel.csv');
    expect(apparel.products[0]?.url).toBe('https://shop.example/products/ocean-blue-shirt');
    expect(apparel.report.findings).toMatchObject({
      withoutLink: 0,
      withoutPicture: 0,
      imageHosts: [{ host: 'burst.shopifycdn.com', products: 20 }],
    });
    expect(apparel.report).toMatchObject({
      rows: 22,
      products: 20,
      variants: 22,
      rejected: [],
    });
    const jewelery = await read('jewelery.csv');
    expect(jewelery.report).toMatchObject({ rows: 41, rejected: [], written: true });
    expect(jewelery.report.findings.warnings[0]?.reason).toContain(
      'the quantity is 0 and no inventory tracker',
    );
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
    const catalog = await createCatalog((await read(file)).products);
    expect(catalog.search({ query }).products[0]?.product.id).toBe(id);
  });

  it('finds the blue shirt under $60 by colour and price', async () => {
    const catalog = await createCatalog((await read('apparel.csv')).products);
    const query = { query: 'shirt', filters: { color: 'blue', price: { max: 6000 } } };
    expect(catalog.search(query).products.map(({ product }) => product.id)).toContain('ocean-blue-shirt');
  });
});
