import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importSource } from '../../server/catalog/testing/import-text.ts';
import type { Product } from '../../server/db/records.ts';

const files = {
  // Exports that other people made lie beside the clone, not in it.
  apparel: '../../../shared/data/shopify/apparel.csv',
  jewelery: '../../../shared/data/shopify/jewelery.csv',
  sample: '../../server/catalog/sample/products.jsonl',
} as const;

export const catalogNames = ['apparel', 'jewelery', 'sample'] as const;
export type CatalogName = (typeof catalogNames)[number];

/** The products of a catalogue; undefined where its file is not on this machine. */
export async function productsOf(name: CatalogName): Promise<readonly Product[] | undefined> {
  const path = fileURLToPath(new URL(files[name], import.meta.url));
  return existsSync(path) ? await productsIn(path) : undefined;
}

export async function productsIn(path: string): Promise<readonly Product[]> {
  return (await importSource({ path })).saved;
}
