import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../catalog.ts';
import { importSource } from '../testing/import-text.ts';

const path = fileURLToPath(new URL('./products.jsonl', import.meta.url));
const { saved: products, ...report } = await importSource({ path });
const catalog = await createCatalog(products);

describe('the sample shop', () => {
  it('is imported completely, and has the size of a small shop', () => {
    expect(report).toMatchObject({ rejected: [], skipped: [] });
    expect(report.products).toBeGreaterThanOrEqual(220);
    expect(catalog.categories().length).toBeGreaterThan(40);
    expect(catalog.currency()).toBe('USD');
  });

  it('has products that are sold out, partly sold out, and reduced', () => {
    const partly = products.filter(
      (product) => product.available && product.variants.some((variant) => !variant.available),
    );
    expect(products.filter((product) => !product.available).length).toBeGreaterThanOrEqual(5);
    expect(partly.length).toBeGreaterThanOrEqual(30);
    expect(products.some((product) => product.variants[0]?.compare_at_price !== undefined)).toBe(true);
  });

  it('has a different description for each product', () => {
    const descriptions = products.map((product) => product.description);
    expect(new Set(descriptions).size).toBe(products.length);
    for (const description of descriptions) {
      expect(description).toMatch(/[.!?]$/);
      expect(description.length).toBeGreaterThan(20);
      expect(description.length).toBeLessThanOrEqual(300);
    }
  });

  it('contains no address of another host', async () => {
    expect(await readFile(path, 'utf8')).not.toMatch(/https?:/);
  });

  const questions: [string, string][] = [
    ['blue shirt under $60', 'harbour-oxford-shirt'],
    ['waterproof jacket for hiking', 'headland-rain-jacket'],
    ['silver neclaces', 'silver-fern-necklace'],
    ['tent for two people', 'tarnside-two-person-tent'],
    ['coffee grinder', 'burr-hand-grinder'],
    ["kids' wellies", 'kids-wellies'],
    ['flashlight', 'wind-up-torch'],
    ['reading lamp', 'arc-reading-lamp'],
    ['sneekers', 'canvas-low-top-sneakers'],
    ['bakpack', 'fern-roll-top-backpack'],
  ];
  it.each(questions)('"%s" finds %s', (query, id) => {
    expect(catalog.search({ query }).products.map(({ product }) => product.id)).toContain(id);
  });

  it.each(['lawn mower', 'television'])('finds nothing for "%s"', (query) => {
    expect(catalog.search({ query }).fit).toBe('none');
  });

  it('has only what comes closest for "iphone case", and says what it lacks', () => {
    const found = catalog.search({ query: 'iphone case' });
    expect(found.fit).toBe('closest');
    expect(found.products.every(({ missing }) => missing.length > 0)).toBe(true);
  });

  it('does not find olive oil as green', () => {
    const { products: green } = catalog.search({ filters: { color: 'green' }, limit: 20 });
    expect(green.length).toBeGreaterThan(5);
    expect(green.map(({ product }) => product.id)).not.toContain('olive-oil-soap-three-bars');
  });
});
