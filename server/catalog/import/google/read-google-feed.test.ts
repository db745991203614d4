import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importText } from '../../testing/import-text.ts';
import { commonTitle } from './read-google-items.ts';

type Item = Readonly<Record<string, string>>;

const coat: Item = {
  id: 'C1-S',
  title: 'Rain Coat - Moss, S',
  description: 'Keeps &amp; stays <b>dry</b>.',
  link: 'https://shop.example/coat?size=S',
  image_link: 'https://shop.example/coat.jpg',
  price: '90.00 USD',
  sale_price: '75.00 USD',
  availability: 'in_stock',
  brand: 'Fernhill',
  google_product_category: '166',
  product_type: 'Clothing > Coats',
  item_group_id: 'C1',
  color: 'Moss',
  size: 'S',
};
const coatM: Item = {
  ...coat,
  id: 'C1-M',
  title: 'Rain Coat - Moss, M',
  availability: 'out of stock',
  size: 'M',
  sale_price: '',
};
const mug: Item = { id: 'M1', title: 'Mug', price: '12.00 USD', availability: 'in stock' };

function tsv(...items: Item[]): string {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const quoted = (cell: string): string =>
    /["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const rows = items.map((item) => names.map((name) => quoted(item[name] ?? '')).join('\t'));
  return [names.join('\t'), ...rows].join('\n') + '\n';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function rss(...items: Item[]): string {
  const plain = new Set(['title', 'link', 'description']);
  const field = (name: string, value: string): string => {
    const tag = plain.has(name) ? name : `g:${name}`;
    return `<${tag}>${escaped(value)}</${tag}>`;
  };
  const xml = items.map(
    (item) =>
      `<item>\n${Object.entries(item)
        .map(([name, value]) => field(name, value))
        .join('')}<g:shipping><g:price>5.00 USD</g:price></g:shipping></item>\n`,
  );
  return `<?xml version="1.0"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>\n${xml.join('')}</channel></rss>`;
}

const coatProduct = {
  id: 'C1',
  title: 'Rain Coat - Moss',
  description: 'Keeps & stays dry.',
  brand: 'Fernhill',
  categories: ['Clothing', 'Coats'],
  url: 'https://shop.example/coat?size=S',
  image_url: 'https://shop.example/coat.jpg',
  price_range: { min: { amount: 7500, currency: 'USD' }, max: { amount: 9000, currency: 'USD' } },
  available: true,
  variants: [
    {
      id: 'C1-S',
      title: 'Moss / S',
      compare_at_price: { amount: 9000 },
      options: { Color: 'Moss', Size: 'S' },
      available: true,
    },
    { id: 'C1-M', available: false },
  ],
};

describe.each([
  ['google-tsv', tsv],
  ['google-xml', rss],
])('%s', (format, write) => {
  it('joins the items of a group from anywhere in the file', async () => {
    const report = await importText(write(coat, mug, coatM));
    expect(report).toMatchObject({ format, rows: 3, products: 2, variants: 3, rejected: [] });
    expect(report.saved).toMatchObject([{ id: 'M1', title: 'Mug' }, coatProduct]);
  });

  const rejected: [string, Item, string][] = [
    ['a missing id', { ...mug, id: '' }, 'id is missing'],
    ['a missing title', { ...mug, title: '' }, 'title is missing'],
    ['a missing price', { ...mug, price: '' }, 'price: it is missing'],
    ['a negative price', { ...mug, price: '-3.00 USD' }, 'price: "-3.00" is negative'],
    ['a wrong sale price', { ...mug, sale_price: 'half' }, 'sale_price: "half" is not a price'],
    ['a sale in another currency', { ...mug, sale_price: '5 EUR' }, 'its currency differs'],
    [
      'an unknown availability',
      { ...mug, availability: 'maybe' },
      'availability: "maybe" is not a known value',
    ],
    ['a duplicated id', { ...mug, id: 'good' }, 'the id "good" is already in line'],
  ];
  it.each(rejected)('rejects %s', async (_, item, reason) => {
    const report = await importText(write({ ...mug, id: 'good' }, item));
    expect(report.rejected).toHaveLength(1);
    expect(report.rejected[0]).toMatchObject({ line: format === 'google-tsv' ? 3 : 5 });
    expect(report.rejected[0]?.reason).toContain(reason);
    expect(report.saved.map((product) => product.id)).toEqual(['good']);
  });

  const sales: [string, number][] = [
    ['2026-11-01T00:00Z/2026-12-01T00:00Z', 1000],
    ['2026-12-01T00:00Z/2026-12-31T00:00Z', 1200],
    ['2026-01-01T00:00Z/2026-02-01T00:00Z', 1200],
    ['soon', 1000],
  ];
  it.each(sales)('with a sale in %s costs %d', async (sale_price_effective_date, amount) => {
    const item = { ...mug, sale_price: '10.00 USD', sale_price_effective_date };
    expect((await importText(write(item))).saved[0]?.price_range.min.amount).toBe(amount);
  });

  it('treats preorder and backorder as out of stock', async () => {
    const { saved } = await importText(write({ ...mug, availability: 'preorder' }));
    expect(saved[0]?.available).toBe(false);
  });

  it('keeps any text in a cell', async () => {
    const words = fc.string({
      unit: fc.constantFrom('a', '"', '\n', '\t', '&', '<', '>', 'é', '😀', "'", ' '),
    });
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 1, max: 64 }), async (brand, pieceLength) => {
        const { saved } = await importText(write({ ...mug, brand }, { ...mug, id: 'after' }), {
          pieceLength,
        });
        expect(saved[0]?.brand ?? '').toBe(brand.trim());
        expect(saved[1]?.id).toBe('after');
      }),
    );
  });
});

describe('tab-separated values', () => {
  it('reads spreadsheet formats: names with spaces and prefixes, short rows, inches', async () => {
    const { saved } = await importText('ID\tTitle\tg:price\tImage Link\nA\t15" Lamp\t5\n');
    expect(saved).toMatchObject([{ id: 'A', title: '15" Lamp' }]);
  });

  it('rejects rows with an extra cell, and other tables', async () => {
    const { rejected } = await importText('id\ttitle\tprice\nA\tLamp\t5\textra\nB\tMug\t5\n');
    expect(rejected).toEqual([{ line: 2, reason: 'the row has 4 cells, the header has 3' }]);
    await expect(importText('id\tname\n1\tx\n')).rejects.toThrow('no column "title", "price"');
  });
});

describe('XML', () => {
  it('reads Atom, CDATA, and any prefix of the namespace', async () => {
    const { saved } = await importText(
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:x="http://base.google.com/ns/1.0" xmlns:m="urn:media">
        <entry><x:id>A</x:id><title><![CDATA[Salt & Pepper]]></title><m:title>other</m:title>
        <summary type="html">&lt;p&gt;Fine.&lt;/p&gt;</summary><link rel="self" href="https://shop.example/feed"/>
        <x:price>5.00 GBP</x:price></entry>
      </feed>`,
    );
    expect(saved).toMatchObject([
      {
        id: 'A',
        title: 'Salt & Pepper',
        description: 'Fine.',
        price_range: { min: { amount: 500, currency: 'GBP' } },
      },
    ]);
  });

  it.each([
    ['<rss><channel><item>', 'not well-formed XML'],
    ['<rss><channel>\n\n</rss>', 'line 3: not well-formed XML'],
    ['<rss>&bomb;</rss>', 'not well-formed XML'],
    ['<rss><g:id>1</g:id></rss>', 'not well-formed XML'],
    ['<html></html>', 'the file has no product'],
  ])('rejects %j', async (text, reason) => {
    await expect(importText(text)).rejects.toThrow(reason);
  });
});

const titles: [[string, ...string[]], string][] = [
  [['Rain Coat - Moss, S', 'Rain Coat - Moss, M'], 'Rain Coat - Moss'],
  [['Rain Coat (S)', 'Rain Coat (M)'], 'Rain Coat'],
  [['Boot Black', 'Boot Blue'], 'Boot'],
  [['Boot', 'Boot Blue'], 'Boot'],
  [['Red Boot', 'Blue Boot'], 'Red Boot'],
  [['Same', 'Same'], 'Same'],
];
it.each(titles)('a group with the titles %j is named "%s"', (all, title) =>
  expect(commonTitle(all)).toBe(title),
);
