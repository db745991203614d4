import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importSource } from '../../server/catalog/testing/import-text.ts';
import type { Product } from '../../server/db/records.ts';

const files = {
  // Exports that other people made lie beside the clone, not in it.
  apparel: '../../../shared/data/shopify/apparel.csv',
  jewelery: '../../../shared/data/shopify/jewelery.csv',
  sample: '../../server/catalog/sample/products.jsonl',
} as const;

const catalogNames = ['apparel', 'jewelery', 'sample'] as const;
type CatalogName = (typeof catalogNames)[number];

/** The products of a catalogue; undefined where its file is not on this machine. */
export async function productsOf(name: CatalogName): Promise<readonly Product[] | undefined> {
  const path = fileURLToPath(new URL(files[name], import.meta.url));
  return existsSync(path) ? await productsIn(path) : undefined;
}

async function productsIn(path: string): Promise<readonly Product[]> {
  return (await importSource({ path })).saved;
}

/** The products in the folder of a shop, or those of the catalogue that it is called after. */
export async function productsOfShop(folder: string): Promise<readonly Product[] | undefined> {
  const own = join(folder, 'products.jsonl');
  if (existsSync(own)) return await productsIn(own);
  const name = catalogNames.find((each) => each === basename(folder));
  return name === undefined ? undefined : await productsOf(name);
}
