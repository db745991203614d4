import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importSource, importText, testNow } from '../testing/import-text.ts';
import { CatalogFileError } from './import-errors.ts';
import { noLimits } from './import-limits.ts';
import { type ImportProgress, openSource, withProgress } from './import-source.ts';
import { type ImportCounts, readCatalog } from './read-catalog.ts';

const good = '{"id":"mug","title":"Mug","price":"5 USD"}\n';

describe('an import throws', () => {
  const latin1 = Buffer.concat([
    Buffer.from(good),
    Buffer.from('{"id":"caf'),
    Buffer.from([0xe9]),
    Buffer.from('"}'),
  ]);
  const files: [string, string | Uint8Array, string, string][] = [
    ['an empty one', '', 'empty_file', 'the file is empty'],
    ['only a byte order mark', '\uFEFF', 'empty_file', 'the file is empty'],
    ['only blanks', ' \n\n', 'empty_file', 'the file is empty'],
    ['only a header', 'Handle,Title,Variant Price\n', 'no_products', 'no product'],
    ['another encoding', latin1, 'not_utf8', 'line 2: not UTF-8'],
    ['UTF-16', Buffer.from('\uFEFFid\ttitle\tprice', 'utf16le'), 'not_utf8', 'UTF-16'],
    ['a JSON array', '[{"id":"a"}]', 'unknown_format', 'one product a line'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47]), 'unknown_format', 'neither a Shopify export'],
  ];
  it.each(files)('for %s', async (_, content, code, message) => {
    const error = await importText(content).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(CatalogFileError);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('for a missing file and a folder', async () => {
    const missing = importSource({ path: '/nowhere/shop.csv' });
    await expect(missing).rejects.toThrow('cannot read /nowhere/shop.csv: no such file');
    await expect(importSource({ path: tmpdir() })).rejects.toThrow('it is a folder');
  });

  it.each(['[]', 'Handle,Title\n1,2', good + '\xff'])(
    'and closes the source that begins with %j',
    async (content) => {
      let closed = false;
      async function* stream(): AsyncGenerator<Uint8Array> {
        try {
          for (let copies = 0; copies < 5000; copies += 1) yield Buffer.from(content, 'latin1');
        } finally {
          closed = true;
        }
      }
      const error = await importSource({ stream: stream() }).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CatalogFileError);
      expect(closed).toBe(true);
    },
  );

  it('for an unknown currency', async () => {
    await expect(importText(good, { currency: 'doubloons' })).rejects.toThrow(RangeError);
  });
});

it('reports the line of an invalid byte for any chunk boundaries', async () => {
  const bytes = Buffer.concat([Buffer.from('{}\n{"é":1}\n{}\n'), Buffer.from([0xc3, 0x28, 0x0a])]);
  for (const pieceLength of [1, 2, 3, 5, 100]) {
    await expect(importText(bytes, { pieceLength })).rejects.toThrow('line 4: not UTF-8');
  }
});

it('reports progress until all bytes of a file are read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-'));
  try {
    const path = join(folder, 'shop.jsonl');
    await writeFile(path, good.padEnd(200_000, '\n'));
    const seen: ImportProgress[] = [];
    const file = await openSource({ path });
    const chunks = withProgress(file, (progress) => seen.push(progress));
    await readCatalog({ name: path, chunks }, { now: testNow });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.every(({ bytesTotal }) => bytesTotal === 200_000)).toBe(true);
    expect(seen.at(-1)?.bytesRead).toBe(200_000);
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('the products of an import', () => {
  const mug = { id: 'mug & cup', title: 'Mug', price: '5' };
  const lines = (...products: object[]) => products.map((one) => `${JSON.stringify(one)}\n`).join('');

  it('need a currency from the file or from its importer', async () => {
    const error = await importText(lines(mug), { currency: undefined }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'no_currency',
      message: expect.stringMatching(/prices without a currency: give one, for example EUR$/),
    });
    const withCurrency = await importText(lines({ ...mug, currency: 'EUR' }), { currency: undefined });
    expect(withCurrency.saved[0]?.price_range.min).toEqual({ amount: 500, currency: 'EUR' });
  });

  it.each([
    ['https://shop.example', 'https://shop.example/products/mug%20%26%20cup'],
    ['https://shop.example/de/', 'https://shop.example/de/products/mug%20%26%20cup'],
    ['https://shop.example/de', 'https://shop.example/de/products/mug%20%26%20cup'],
  ])('link to their page in the shop %s where the file has no link', async (shopUrl, url) => {
    const linked = { ...mug, id: 'cup', url: 'https://other.example/cup' };
    const { saved, findings } = await importText(lines(mug, linked), { shopUrl });
    expect(saved.map((product) => product.url)).toEqual([url, 'https://other.example/cup']);
    expect(findings.withoutLink).toBe(0);
  });

  it('have no link where a URL cannot name their page', async () => {
    const dots = ['.', '..', '...'].map((id) => ({ ...mug, id }));
    const { saved, findings } = await importText(lines(...dots), {
      shopUrl: 'https://shop.example',
    });
    expect(saved.map(({ url }) => url)).toEqual([undefined, undefined, 'https://shop.example/products/...']);
    expect(findings.withoutLink).toBe(2);
  });

  it('come with a warning for each currency but that of the most products', async () => {
    const priced = (id: string, currency: string) => ({ ...mug, id, currency });
    const { findings } = await importText(
      lines(
        priced('a', 'EUR'),
        priced('b', 'USD'),
        priced('c', 'EUR'),
        priced('d', 'GBP'),
        priced('e', 'USD'),
        priced('f', 'USD'),
      ),
    );
    const most = 'most products in USD: a search with a price finds only those';
    expect(findings.warnings).toEqual([
      { line: 1, reason: `it and 1 more are priced in EUR, ${most}` },
      { line: 4, reason: `it is priced in GBP, ${most}` },
    ]);
  });

  it('are counted by what they lack, and by the hosts of their pictures', async () => {
    const picture = (host: string) => ({ image_url: `https://${host}/a.jpg` });
    const { findings } = await importText(
      lines(
        mug,
        { ...mug, id: 'free', price: '0', quantity: 3, ...picture('b.example:8443') },
        { ...mug, id: 'a', ...picture('cdn.example') },
        { ...mug, id: 'b', url: 'https://shop.example/b', ...picture('cdn.example') },
      ),
    );
    expect(findings).toEqual({
      warnings: [],
      withoutLink: 3,
      withoutPicture: 1,
      withoutPrice: 1,
      withoutQuantity: 3,
      imageHosts: [
        { host: 'cdn.example', products: 2 },
        { host: 'b.example:8443', products: 1 },
      ],
    });
  });
});

describe('an import with limits', () => {
  it('rejects more rows than the maximum, and more variants', async () => {
    const sizes = '{"id":"mug","title":"Mug","price":"5","options":{"Size":["S","M","L"]}}\n';
    const limit = (rows: number) => ({ limits: { ...noLimits, rows } });
    expect(await importText(good.repeat(3), limit(3))).toMatchObject({ rows: 3 });
    await expect(importText(good.repeat(4), limit(3))).rejects.toThrow('more than 3 rows');
    await expect(importText(sizes, limit(2))).rejects.toThrow('more than 2 rows or variants');
  });

  it('rejects a line of more than 4 MB before it is complete', async () => {
    await expect(importText(good + '{'.padEnd(5_000_000))).rejects.toThrow(
      'line 2: the line is longer than 4 MB',
    );
  });

  it('reads XML of any length that is one line, in pieces', async () => {
    const item = (id: number) =>
      `<item><id>${id}</id><title>${'é'.repeat(500)}</title><price>5</price></item>`;
    const items = Array.from({ length: 6_000 }, (_, id) => item(id)).join('');
    const report = await importText(`<rss><channel>${items}</channel></rss>`);
    expect(report).toMatchObject({ products: 6_000, rejected: [] });
  });

  it('lets other events be handled while it reads, reports counts, and ends with its signal', async () => {
    const stop = new AbortController();
    const counts: number[] = [];
    const lines = Array.from({ length: 20_000 }, (_, id) => good.replace('mug', `mug-${id}`)).join('');
    setImmediate(() => setImmediate(() => stop.abort(new Error('stopped'))));
    const observer = { signal: stop.signal, onCounts: ({ rows }: ImportCounts) => counts.push(rows) };
    const importing = importText(lines, { pieceLength: lines.length }, observer);
    await expect(importing).rejects.toThrow('stopped');
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[0]).toBeLessThan(20_000);
  });
});
