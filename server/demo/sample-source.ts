import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The sample catalogue as JSON Lines whose products live at the demo shop of `origin`: pages and pictures. */
export function sampleSource(origin: string): { stream: Readable; name: string } {
  const lines = readFileSync(sampleCatalogFile, 'utf8').trimEnd().split('\n');
  return {
    stream: Readable.from(lines.map((line) => Buffer.from(addressed(line, origin)))),
    name: 'products.jsonl',
  };
}

function addressed(line: string, origin: string): string {
  const product = JSON.parse(line) as { readonly id: string };
  const id = encodeURIComponent(product.id);
  const addresses = { url: `${origin}/demo/product/${id}`, image_url: `${origin}/demo/images/${id}.svg` };
  return `${JSON.stringify({ ...product, ...addresses })}\n`;
}

/** The catalogue of the demo shops, which we wrote ourselves. */
export const sampleCatalogFile = fileURLToPath(new URL('../catalog/sample/products.jsonl', import.meta.url));
