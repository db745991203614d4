import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importText } from '../../testing/import-text.ts';

const header = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Variant SKU',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Image Src',
  'Status',
] as const;
type Cells = Partial<Record<(typeof header)[number], string>>;

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) || cell.trim() !== cell ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function csv(...rows: Cells[]): string {
  const lines = [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))];
  return lines.map((cells) => cells.map(quoted).join(',')).join('\n') + '\n';
}

const mug: Cells = {
  Handle: 'mug',
  Title: 'Camp Mug',
  'Body (HTML)': '<p>Enamel &amp; steel.</p>',
  Vendor: 'Fernhill',
  Type: 'Mugs',
  Tags: 'camp, steel',
  Published: 'true',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant Price': '12.50',
  'Image Src': 'https://shop.example/mug.jpg',
};
const sock: Cells = {
  Handle: 'sock',
  Title: 'Wool Sock',
  'Option1 Name': 'Color',
  'Option1 Value': 'Moss',
  'Option2 Name': 'Size',
  'Option2 Value': 'M',
  'Variant SKU': 'S-1',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '0',
  'Variant Inventory Policy': 'deny',
  'Variant Price': '9',
  'Variant Compare At Price': '11',
};
const secondSock: Cells = {
  Handle: 'sock',
  'Option1 Value': 'Rust',
  'Option2 Value': 'M',
  'Variant Price': '10',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '4',
};
const picture: Cells = { Handle: 'sock', 'Image Src': 'https://shop.example/sock.jpg' };

describe('a Shopify export', () => {
  it('reads a product without options', async () => {
    const { saved, ...report } = await importText(csv(mug));
    expect(report).toMatchObject({
      format: 'shopify-csv',
      rows: 1,
      products: 1,
      rejected: [],
    });
    expect(saved).toEqual([
      {
        id: 'mug',
        title: 'Camp Mug',
        description: 'Enamel & steel.',
        brand: 'Fernhill',
        categories: ['Mugs'],
        tags: ['camp', 'steel'],
        image_url: 'https://shop.example/mug.jpg',
        price_range: { min: { amount: 1250, currency: 'USD' }, max: { amount: 1250, currency: 'USD' } },
        available: true,
        variants: [
          {
            id: 'mug',
            title: 'Default',
            price: { amount: 1250, currency: 'USD' },
            options: {},
            available: true,
          },
        ],
      },
    ]);
  });

  it('joins the rows of a handle into variants with their stock, and a picture', async () => {
    const { saved, rows } = await importText(csv(sock, secondSock, picture), { currency: 'eur' });
    expect(rows).toBe(3);
    expect(saved).toMatchObject([
      {
        available: true,
        image_url: 'https://shop.example/sock.jpg',
        price_range: { min: { amount: 900, currency: 'EUR' }, max: { amount: 1000, currency: 'EUR' } },
        variants: [
          {
            title: 'Moss / M',
            sku: 'S-1',
            options: { Color: 'Moss', Size: 'M' },
            compare_at_price: { amount: 1100 },
            available: false,
            quantity: 0,
          },
          { id: 'sock:Rust:M', options: { Color: 'Rust', Size: 'M' }, available: true, quantity: 4 },
        ],
      },
    ]);
  });

  it('treats a variant as available when overselling is allowed or stock is not tracked', async () => {
    const rows = [
      { ...sock, 'Variant Inventory Policy': 'continue' },
      { ...secondSock, 'Variant Inventory Tracker': '', 'Variant Inventory Qty': '0' },
    ];
    const { saved } = await importText(csv(...rows));
    expect(saved[0]?.variants.map((variant) => variant.available)).toEqual([true, true]);
    expect(saved[0]?.variants[1]).not.toHaveProperty('quantity');
  });

  it('skips products that are not for sale', async () => {
    const draft = { ...sock, Status: 'draft' };
    const { saved, skipped } = await importText(
      csv(mug, { ...mug, Handle: 'm2', Published: 'false' }, draft),
    );
    expect(saved).toHaveLength(1);
    expect(skipped).toEqual([
      { line: 3, reason: 'm2: it is not published' },
      { line: 4, reason: 'sock: its status is "draft"' },
    ]);
  });

  it('reads the newer column names', async () => {
    const text =
      'Title,URL handle,Description,Product category,Price,Compare-at price,Inventory tracker,Inventory quantity,Continue selling when out of stock\n' +
      'Lamp,lamp,Bright.,Home > Lighting,40.00,,shopify,0,TRUE\n';
    const { saved } = await importText(text);
    expect(saved).toMatchObject([
      { id: 'lamp', description: 'Bright.', categories: ['Home', 'Lighting'], available: true },
    ]);
  });

  it('reads a byte order mark, CRLF and line breaks in cells, and reports the right lines after them', async () => {
    const body = { ...mug, 'Body (HTML)': 'one\ntwo\nthree' };
    const text = csv(body, { ...mug, Handle: 'bad', 'Variant Price': 'x' }).replaceAll('\n', '\r\n');
    const { saved, rejected } = await importText(`\uFEFF${text}`);
    expect(saved[0]?.description).toBe('one\ntwo\nthree');
    expect(rejected[0]?.line).toBe(5);
  });
});

describe('a Shopify export is rejected', () => {
  const oneRow: [string, Cells, string][] = [
    ['a negative price', { ...mug, 'Variant Price': '-1' }, 'price: "-1" is negative'],
    ['a price that is no number', { ...mug, 'Variant Price': 'NaN' }, 'price: "NaN" is not a price'],
    ['a missing price', { ...mug, 'Variant Price': '' }, 'price: it is missing'],
    [
      'a wrong former price',
      { ...mug, 'Variant Compare At Price': 'x' },
      'compare-at price: "x" is not a price',
    ],
    ['no title', { ...mug, Title: '' }, 'title is missing'],
    ['no handle', { ...mug, Handle: '' }, 'handle: it is missing'],
    ['a wrong quantity', { ...sock, 'Variant Inventory Qty': 'some' }, 'inventory quantity: "some" is not'],
    ['NUL', { ...mug, 'Body (HTML)': 'a\u0000b' }, 'NUL'],
    ['a long title', { ...mug, Title: 'x'.repeat(501) }, 'title is longer than 500'],
  ];
  it.each(oneRow)('for %s', async (_, row, reason) => {
    const { rejected, saved } = await importText(csv({ ...mug, Handle: 'good' }, row));
    expect(rejected[0]).toMatchObject({ line: 3 });
    expect(rejected[0]?.reason).toContain(reason);
    expect(saved.map((product) => product.id)).toEqual(['good']);
  });

  it('for a duplicated variant, a duplicated handle, and a row with more cells than the header', async () => {
    const text = `${csv(sock, sock, mug, sock)}a,b\n`;
    expect((await importText(text)).rejected).toEqual([
      { line: 3, reason: 'the same variant is already in line 2' },
      { line: 6, reason: 'the row has 2 cells, the header has 19' },
      { line: 5, reason: 'the id "sock" is already in line 2' },
    ]);
  });

  it('for a quote that is never closed, with the line where it begins', async () => {
    const text = `${csv(mug)}x,"never closed,\n1\n2\n`;
    await expect(importText(text)).rejects.toThrow('line 3: a quoted cell is never closed');
  });

  it('for another table', async () => {
    const orders = importText('Name,Email,Total\n#1,a@b.example,5\n', { format: 'shopify-csv' });
    await expect(orders).rejects.toThrow('no column "Handle", "Title", "Variant Price"');
  });
});

it('keeps any text in a quoted cell', async () => {
  const words = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\t', 'é', '😀', ';', "'", '=') });
  await fc.assert(
    fc.asyncProperty(words, words, fc.integer({ min: 1, max: 64 }), async (title, vendor, pieceLength) => {
      const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();
      const row = { ...mug, Title: `x${title}`, Vendor: vendor };
      const { saved } = await importText(csv(row, { ...mug, Handle: 'after' }), { pieceLength });
      expect(saved.map((product) => product.id)).toEqual(['mug', 'after']);
      expect(saved[0]?.title).toBe(tidy(`x${title}`));
      expect(saved[0]?.brand ?? '').toBe(vendor.trim());
    }),
  );
});
