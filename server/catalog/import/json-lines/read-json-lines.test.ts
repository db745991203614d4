import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { importText } from '../../testing/import-text.ts';
import { makeProduct } from '../../testing/make-product.ts';

function lines(...values: object[]): string {
  return values.map((value) => JSON.stringify(value)).join('\n');
}

const mug = { id: 'mug', title: 'Camp Mug', price: '12.50' };

describe('a JSON Lines file', () => {
  it('reads the shortest line', async () => {
    const { saved, format } = await importText(lines(mug));
    expect(format).toBe('json-lines');
    expect(saved).toEqual([
      {
        ...makeProduct('mug', { title: 'Camp Mug', amount: 1250 }),
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

  const prices: [unknown, string | undefined, number, string][] = [
    ['19.99', undefined, 1999, 'USD'],
    [19.99, 'EUR', 1999, 'EUR'],
    ['19.99 EUR', 'USD', 1999, 'EUR'],
    [{ amount: 1999, currency: 'GBP' }, undefined, 1999, 'GBP'],
    [{ amount: 4000 }, 'JPY', 4000, 'JPY'],
  ];
  it.each(prices)('reads the price %j with currency %s', async (price, currency, amount, read) => {
    const { saved } = await importText(lines({ ...mug, price, currency }));
    expect(saved[0]?.price_range.min).toEqual({ amount, currency: read });
  });

  it('creates a variant for every combination, unavailable for those out of stock', async () => {
    const options = { Color: ['Moss', 'Rust'], Size: ['S', 'M'] };
    const { saved } = await importText(lines({ ...mug, options, out_of_stock: ['Rust / S'] }));
    expect(saved[0]?.variants.map(({ title, available }) => [title, available])).toEqual([
      ['Moss / S', true],
      ['Moss / M', true],
      ['Rust / S', false],
      ['Rust / M', true],
    ]);
  });

  it('reads words from lists or texts, and removes markup', async () => {
    const line = { ...mug, description: '<p>Steel.</p>', categories: 'Home > Kitchen', tags: 'camp, steel' };
    expect((await importText(lines(line))).saved[0]).toMatchObject({
      description: 'Steel.',
      categories: ['Home', 'Kitchen'],
      tags: ['camp', 'steel'],
    });
  });

  it('ignores empty lines, unknown fields, and invalid addresses', async () => {
    const { saved, rows } = await importText(`\n${lines({ ...mug, url: 'javascript:x', extra: 1 })}\n\n`);
    expect(rows).toBe(1);
    expect(saved[0]).not.toHaveProperty('url');
  });
});

describe('a line of JSON Lines is rejected', () => {
  const rejected: [string, string, string][] = [
    ['what is not JSON', '{"id":', 'it is not JSON'],
    ['another value', '5', 'expected object'],
    ['a missing id', lines({ title: 'x', price: '1' }), 'id: it is missing'],
    ['a wrong title', lines({ ...mug, title: 5 }), 'title: it is not text'],
    [
      'a wrong category',
      lines({ ...mug, categories: 5 }),
      'categories: neither a list of texts nor one text',
    ],
    ['a missing price', lines({ id: 'x', title: 'x' }), 'price: it is missing'],
    ['a price of another type', lines({ ...mug, price: true }), 'price: neither a price like'],
    ['a negative price', lines({ ...mug, price: { amount: -1 } }), 'price: amount -1 is negative'],
    [
      'a fraction of a cent',
      lines({ ...mug, price: { amount: 1.5 } }),
      'price: amount 1.5 is not a whole number',
    ],
    [
      'another currency code',
      lines({ ...mug, currency: 'dollars' }),
      'price: "DOLLARS" is not a currency code',
    ],
    ['a wrong variant', lines({ ...mug, variants: [{ available: 'yes' }] }), 'variants.0.available: '],
    [
      'variants alike',
      lines({ ...mug, variants: [{}, {}] }),
      'an id or a combination of options is duplicated',
    ],
    ['stock of no variant', lines({ ...mug, out_of_stock: ['XL'] }), 'out_of_stock: unknown variant "XL"'],
    ['too many variants', lines({ ...mug, options: { A: digits(50), B: digits(50) } }), '2500 combinations'],
    ['half a surrogate pair', '{"id":"x","title":"\\ud800","price":"1"}', 'surrogate'],
    ['NUL', '{"id":"x","title":"a\\u0000b","price":"1"}', 'NUL'],
    [
      'two currencies',
      lines({
        ...mug,
        variants: [
          { id: 'a', price: '1 USD' },
          { id: 'b', price: '1 EUR' },
        ],
      }),
      'both USD and EUR',
    ],
  ];
  it.each(rejected)('for %s', async (_, line, reason) => {
    const report = await importText(`${lines({ ...mug, id: 'good' })}\n${line}`);
    expect(report.rejected).toHaveLength(1);
    expect(report.rejected[0]?.line).toBe(2);
    expect(report.rejected[0]?.reason).toContain(reason);
    expect(report.saved.map((product) => product.id)).toEqual(['good']);
  });
});

function digits(count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(index));
}

it('reads a product equal to the one that was written', async () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const drafts = fc.record({
    title: word,
    description: word,
    brand: word,
    categories: fc.uniqueArray(word),
    tags: fc.uniqueArray(word),
    currency: fc.constantFrom('USD', 'JPY', 'KWD'),
    variants: fc.array(
      fc.record({
        amount: fc.nat(),
        available: fc.boolean(),
        options: fc.dictionary(word, word, { maxKeys: 3 }),
      }),
      { minLength: 1 },
    ),
  });
  await fc.assert(
    fc.asyncProperty(drafts, fc.integer({ min: 1, max: 99 }), async (draft, pieceLength) => {
      const product = makeProduct('p', draft);
      const { saved } = await importText(`${JSON.stringify(product)}\n`, { pieceLength });
      expect(saved).toEqual([product]);
    }),
  );
});
