import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { findProduct } from './look-up-products.ts';

/** A page or picture of the shop. */
export interface ShopFile {
  readonly type: string;
  readonly body: string | Buffer;
}

/** What a browser finds: the home page, products, policies and pictures; undefined for another path. */
export function shopFile(path: string): ShopFile | undefined {
  if (path === '/') return page('Meadow & Mill', 'Three hundred good things.');
  if (path.startsWith('/policies/')) return page('Policies', 'Returns are free within 30 days of delivery.');
  const handle = /^\/products\/(?<handle>[a-z-]+)$/u.exec(path)?.groups?.['handle'];
  const product = handle === undefined ? undefined : findProduct(handle)?.product;
  if (product !== undefined) return page(product.title, product.line.about);
  return /^\/media\/[a-z0-9-]+\.png$/u.test(path) ? { type: 'image/png', body: pictureOf(path) } : undefined;
}

function page(title: string, text: string): ShopFile {
  const name = title.replace('&', '&amp;');
  const body = `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1><p>${text}</p></html>`;
  return { type: 'text/html; charset=utf-8', body };
}

const side = 64;

/** A square in one colour, which depends on the path. */
function pictureOf(path: string): Buffer {
  const color = createHash('sha256').update(path).digest().subarray(0, 3);
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: side }, () => color)]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits a channel, red, green and blue.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: side }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
