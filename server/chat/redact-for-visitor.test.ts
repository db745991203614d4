import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleInput, visibleOutput } from './redact-for-visitor.ts';

const visitor = { id: 'vis_1', imageHosts: ['cdn.shop.example'] };
const lamp = {
  id: 'lamp',
  title: 'Lamp',
  price: { amount: 900, currency: 'USD' },
  available: true,
  url: 'https://shop.example/lamp',
  image_url: 'https://cdn.shop.example/lamp.png',
};

function cardsOf(...products: unknown[]): unknown {
  return visibleOutput({ fromCatalog: true, output: { products, cost: 7 } }, visitor)['products'];
}

describe('what a visitor sees of a tool call', () => {
  it('R-4.5-11 is no input, and of another connection no output', () => {
    expect(visibleInput({ query: 'lamp' }, visitor)).toEqual({});
    const output = { products: [lamp], product: lamp };
    expect(visibleOutput({ fromCatalog: false, output }, visitor)).toEqual({});
  });

  it('R-4.5-11 is each product as a card', () => {
    const { price, ...rest } = lamp;
    const whole = { ...rest, price_range: { min: price, max: price }, variants: [], cost: 7 };
    expect(cardsOf({ ...lamp, cost: 7, margin: 0.4 })).toEqual([lamp]);
    expect(visibleOutput({ fromCatalog: true, output: { product: whole } }, visitor)).toEqual({
      products: [lamp],
    });
  });

  it('R-4.5-11 is the old price of the variant with the lowest one, too', () => {
    const old = { amount: 1200, currency: 'USD' };
    expect(cardsOf({ ...lamp, compare_at_price: { ...old, cost: 7 } })).toEqual([
      { ...lamp, compare_at_price: old },
    ]);
    const { price, ...rest } = lamp;
    const variants = [
      { price: { amount: 1000, currency: 'USD' }, compare_at_price: { amount: 1, currency: 'USD' } },
      { price, compare_at_price: old },
    ];
    const whole = { ...rest, price_range: { min: price, max: price }, variants };
    expect(cardsOf(whole)).toEqual([{ ...lamp, compare_at_price: old }]);
  });

  it.each([
    ['price', { amount: 900, currency: 'USD', cost: 7 }, lamp.price],
    ['price', { amount: '900', currency: 'USD' }, undefined],
    ['price', { amount: 900, currency: { cost: 7 } }, undefined],
    ['price', '9.00 (cost 7)', undefined],
    ['available', 'cost 7', undefined],
    ['url', 'javascript:alert(1)', undefined],
    ['url', 'data:text/html,x', undefined],
    ['url', '/lamp', undefined],
    ['url', { href: 'https://shop.example' }, undefined],
    ['image_url', 'https://tracker.example/lamp.png', undefined],
    ['image_url', 'http://cdn.shop.example/lamp.png', undefined],
    ['image_url', ['https://cdn.shop.example/lamp.png'], undefined],
  ])('R-4.5-11 is of the field %s with the value %j: %j', (field, value, seen) => {
    const { [field as keyof typeof lamp]: _usual, ...others } = lamp;
    expect(cardsOf({ ...lamp, [field]: value })).toEqual([
      seen === undefined ? others : { ...others, [field]: seen },
    ]);
  });

  it.each([{}, { ...lamp, id: 7 }, { ...lamp, title: { cost: 7 } }, 'lamp', null, [lamp]])(
    'R-4.5-11 is no card for a product without id or title: %j',
    (product) => {
      expect(cardsOf(product)).toEqual([]);
    },
  );

  it('R-4.5-11 has only the listed fields with values of their types, whatever the catalogue returns', () => {
    const others = [
      'price_range',
      'compare_at_price',
      'variants',
      'cost',
      'products',
      'product',
      '__proto__',
    ];
    const names = [...Object.keys(lamp), ...others];
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(lamp)));
    const product = fc.dictionary(fc.constantFrom(...names), value);
    const output = fc.oneof(
      fc.record({ products: fc.oneof(fc.array(product), value), product }, { requiredKeys: [] }),
      value,
    );
    const isPrice = (given: unknown): boolean =>
      /^\{"amount":-?\d+,"currency":"[A-Z]{3}"\}$/.test(JSON.stringify(given));
    const card = {
      id: (given: unknown) => typeof given === 'string',
      title: (given: unknown) => typeof given === 'string',
      price: isPrice,
      compare_at_price: isPrice,
      available: (given: unknown) => typeof given === 'boolean',
      url: (given: unknown) => typeof given === 'string' && /^https?:/i.test(given.trim()),
      image_url: (given: unknown) => given === lamp.image_url,
    };
    fc.assert(
      fc.property(output, (anything) => {
        const { products = [], ...rest } = visibleOutput({ fromCatalog: true, output: anything }, visitor);
        expect(rest).toEqual({});
        for (const each of products as object[])
          for (const [name, given] of Object.entries(each))
            expect(card[name as keyof typeof card](given), `${name} ${JSON.stringify(given)}`).toBe(true);
      }),
    );
  });
});

it('an API key sees the input and the output of a tool call in full', () => {
  const output = { products: [{ ...lamp, cost: 7 }] };
  for (const fromCatalog of [true, false])
    expect(visibleOutput({ fromCatalog, output }, null)).toEqual(output);
  expect(visibleInput({ query: 'lamp' }, null)).toEqual({ query: 'lamp' });
  expect(visibleOutput({ fromCatalog: false, output: 'text' }, null)).toEqual({ result: 'text' });
});
