import { extname } from 'node:path';
import { CatalogFileError } from './import-errors.ts';
import type { ImportFormat } from './import-event.ts';

const extensions: ReadonlyMap<string, ImportFormat> = new Map([
  ['.csv', 'shopify-csv'],
  ['.jsonl', 'json-lines'],
  ['.ndjson', 'json-lines'],
  ['.tsv', 'google-tsv'],
  ['.xml', 'google-xml'],
  ['.rss', 'google-xml'],
  ['.atom', 'google-xml'],
]);

function byContent(start: string): ImportFormat | undefined {
  if (start.startsWith('<')) return 'google-xml';
  if (start.startsWith('{')) return 'json-lines';
  const header = (/^[^\r\n]*/.exec(start)?.[0] ?? '').toLowerCase();
  if (header.includes('\t') && /\bid\b/.test(header)) return 'google-tsv';
  return /\bhandle\b/.test(header) && header.includes(',') ? 'shopify-csv' : undefined;
}

/** Throws a CatalogFileError where the first bytes show that there is nothing to read, or not in UTF-8. */
export function checkHead(head: Uint8Array): void {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new CatalogFileError('not_utf8', 'the file is UTF-16: save it as UTF-8');
  }
  if (textOf(head) === '') throw new CatalogFileError('empty_file', 'the file is empty');
}

/** The text decoder drops a byte order mark, which is no blank to every reader. */
function textOf(head: Uint8Array): string {
  return new TextDecoder().decode(head).trim();
}

/**
 * Which format a file has, by how it begins, or else by its name. Throws a CatalogFileError for what is none of them.
 */
export function detectFormat(head: Uint8Array, name: string): ImportFormat {
  const start = textOf(head);
  if (start.startsWith('[')) {
    throw new CatalogFileError(
      'unknown_format',
      'a JSON array: write one product a line instead (JSON Lines)',
    );
  }
  const format = byContent(start) ?? extensions.get(extname(name).toLowerCase());
  if (format !== undefined) return format;
  throw new CatalogFileError(
    'unknown_format',
    'neither a Shopify export, JSON Lines, nor a Google Merchant feed',
  );
}
