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

/** Throws CatalogFileError when the first bytes show an empty file or UTF-16. */
export function checkStart(start: Uint8Array): void {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new CatalogFileError('not_utf8', 'the file is UTF-16: save it as UTF-8');
  }
  if (textOf(start) === '') throw new CatalogFileError('empty_file', 'the file is empty');
}

/**
 * Detects a file's format from its first bytes, or else from its name. Throws CatalogFileError for another format.
 */
export function detectFormat(start: Uint8Array, name: string): ImportFormat {
  const text = textOf(start);
  if (text.startsWith('[')) {
    throw new CatalogFileError(
      'unknown_format',
      'a JSON array: write one product a line instead (JSON Lines)',
    );
  }
  const format = byContent(text) ?? extensions.get(extname(name).toLowerCase());
  if (format !== undefined) return format;
  throw new CatalogFileError(
    'unknown_format',
    'neither a Shopify export, JSON Lines, nor a Google Merchant feed',
  );
}

function byContent(text: string): ImportFormat | undefined {
  if (text.startsWith('<')) return 'google-xml';
  if (text.startsWith('{')) return 'json-lines';
  const header = (/^[^\r\n]*/.exec(text)?.[0] ?? '').toLowerCase();
  if (header.includes('\t') && /\bid\b/.test(header)) return 'google-tsv';
  return /\bhandle\b/.test(header) && header.includes(',') ? 'shopify-csv' : undefined;
}

/** Without a byte order mark, which the decoder drops. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).trim();
}
