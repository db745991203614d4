import { expect, it } from 'vitest';
import { detectFormat } from './detect-format.ts';

const files: [string, string, string][] = [
  ['', '\uFEFF  \n<?xml version="1.0"?><rss/>', 'google-xml'],
  ['feed.csv', '<rss/>', 'google-xml'],
  ['shop.txt', '{"id":"a"}', 'json-lines'],
  ['shop.jsonl', '#', 'json-lines'],
  ['feed.txt', 'id\ttitle\tprice\n', 'google-tsv'],
  ['feed.tsv', 'ID\tTitle', 'google-tsv'],
  ['feed.tsv', '"URL handle",Title,Price\n', 'shopify-csv'],
  ['', 'Handle,Title\n', 'shopify-csv'],
  ['export.csv', 'SKU;Name\n', 'shopify-csv'],
];
it.each(files)('detects the format of "%s" that begins with %j as %s', (name, content, format) => {
  expect(detectFormat(Buffer.from(content), name)).toBe(format);
});

it('throws for an unknown format', () => {
  expect(() => detectFormat(Buffer.from('Dear shop,'), 'letter.txt')).toThrow('neither a Shopify export');
  expect(() => detectFormat(Buffer.from('[{"id":1}]'), 'shop.json')).toThrow('one product a line');
});
