import { fileURLToPath } from 'node:url';

/** The catalogue of the demo shops, which we wrote ourselves. */
export const sampleCatalogFile = fileURLToPath(new URL('../catalog/sample/products.jsonl', import.meta.url));
