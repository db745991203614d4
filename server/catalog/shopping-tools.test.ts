import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addToCart } from './add-to-cart.ts';
import { calculateTotal } from './calculate-total.ts';
import { createCatalog } from './catalog.ts';
import { showProducts } from './show-products.ts';
import { shownProducts } from './shown-products.ts';
import { makeProduct } from './testing/make-product.ts';

const coat = makeProduct('coat', {
  title: 'Rain Coat',
  variants: [
    { amount: 9000, options: { Size: 'S' } },
    { amount: 9900, options: { Size: 'M' }, available: false },
  ],
});
const hat = makeProduct('hat', { title: 'Sun Hat', amount: 2500 });
const sock = makeProduct('sock', { variants: [{ options: { Size: 'S' } }, { options: { Size: 'M' } }] });
const few = makeProduct('few', { variants: [{ amount: 100 }] });
const counted = { ...few, variants: few.variants.map((variant) => ({ ...variant, quantity: 2 })) };
const catalog = await createCatalog([coat, hat, sock, counted]);
const usd = (amount: number) => ({ amount, currency: 'USD' });

it.each([showProducts, calculateTotal, addToCart])(
  '$name has JSON Schema objects for input and output',
  (tool) => {
    expect(z.toJSONSchema(tool.inputSchema, { io: 'input' })).toMatchObject({ type: 'object' });
    expect(z.toJSONSchema(tool.outputSchema)).toMatchObject({ type: 'object' });
  },
);

describe('show_products', () => {
  it('returns what it shows in the order of the model, with its reasons, and the ids that the shop does not have', () => {
    const items = [
      { id: 'hat', why: 'It folds flat.' },
      { id: 'none' },
      { id: 'coat', variant_id: 'coat-2' },
    ];
    const output = showProducts.run(catalog, showProducts.inputSchema.parse({ items }));
    expect(showProducts.outputSchema.parse(output)).toEqual(output);
    expect(output).toEqual({
      products: [
        {
          id: 'hat',
          title: 'Sun Hat',
          price: usd(2500),
          available: true,
          variant_id: 'hat-1',
          why: 'It folds flat.',
        },
        { id: 'coat', title: 'Rain Coat', price: usd(9900), available: false, variant_id: 'coat-2' },
      ],
      not_found: ['none'],
    });
  });

  it('chooses no variant of several where the model has chosen none, or one of another product', () => {
    const items = [{ id: 'coat' }, { id: 'coat', variant_id: 'hat-1' }];
    const { products } = showProducts.run(catalog, { items });
    expect(products.map(({ variant_id }) => variant_id)).toEqual([undefined, undefined]);
  });

  it('cuts a reason that is a text', () => {
    const { products } = showProducts.run(catalog, { items: [{ id: 'hat', why: 'x'.repeat(5_000) }] });
    expect(products[0]?.why).toHaveLength(300);
  });

  it('takes one to five products', () => {
    const accepts = (count: number): boolean =>
      showProducts.inputSchema.safeParse({ items: Array.from({ length: count }, () => ({ id: 'hat' })) })
        .success;
    expect([0, 1, 5, 6].map(accepts)).toEqual([false, true, true, false]);
  });
});

describe('calculate_total', () => {
  it('multiplies and adds prices of variants and of products with one price', () => {
    const items = [
      { id: 'coat', variant_id: 'coat-1', quantity: 4 },
      { id: 'sock', quantity: 3 },
    ];
    const output = calculateTotal.run(catalog, calculateTotal.inputSchema.parse({ items }));
    expect(calculateTotal.outputSchema.parse(output)).toEqual(output);
    expect(output.lines).toMatchObject([
      { title: 'Rain Coat', variant: 'S', quantity: 4, price: usd(9000), total: usd(36_000) },
      { quantity: 3, total: usd(3000) },
    ]);
    expect(output.total).toEqual(usd(39_000));
  });

  it('has no total where a price is not known, and says why', () => {
    const items = [
      { id: 'coat', quantity: 1 },
      { id: 'none', quantity: 1 },
      { id: 'hat', quantity: 2 },
    ];
    const output = calculateTotal.run(catalog, { items });
    expect(output).not.toHaveProperty('total');
    expect(output.lines).toMatchObject([{ id: 'hat', total: usd(5000) }]);
    expect(output.without_price.map(({ id }) => id)).toEqual(['coat', 'none']);
  });

  it('adds no currencies', async () => {
    const mixed = await createCatalog([hat, makeProduct('chapeau', { currency: 'EUR' })]);
    const items = ['hat', 'chapeau'].map((id) => ({ id, quantity: 1 }));
    expect(calculateTotal.run(mixed, { items })).not.toHaveProperty('total');
  });
});

describe('add_to_cart', () => {
  const run = (input: object) => addToCart.run(catalog, addToCart.inputSchema.parse(input));

  it('proposes a quantity of a variant with its total, and says that nothing is in the cart yet', () => {
    const output = run({ id: 'coat', variant_id: 'coat-1', quantity: 2 });
    expect(addToCart.outputSchema.parse(output)).toEqual(output);
    const line = { id: 'coat', variant_id: 'coat-1', variant: 'S', quantity: 2, total: usd(18_000) };
    expect(output).toMatchObject({
      products: [line],
      status: expect.stringContaining('not in the cart yet'),
    });
    expect(run({ id: 'hat' })).toMatchObject({ products: [{ variant_id: 'hat-1', quantity: 1 }] });
  });

  it.each([
    ['an unknown product', { id: 'none' }, /no product/],
    ['a product of several variants without one', { id: 'sock' }, /several variants/],
    ['a variant that is sold out', { id: 'coat', variant_id: 'coat-2' }, /sold out/],
    ['more than are in stock', { id: 'few', quantity: 3 }, /Only 2/],
  ])('proposes nothing for %s', (_, input, error) => {
    expect(run(input)).toMatchObject({ error: expect.stringMatching(error) });
    expect(run(input)).not.toHaveProperty('products');
  });

  it('lists what there is to choose from', () => {
    expect(run({ id: 'coat' })).toMatchObject({
      variants: [
        { id: 'coat-1', title: 'S', available: true },
        { id: 'coat-2', title: 'M', available: false },
      ],
    });
  });
});

it('the products that a result shows are those of the catalogue, whatever the result says about them', () => {
  const products = [
    { id: 'hat', title: 'Free hat', price: usd(0), quantity: 2 },
    { id: 'none' },
    'hat',
    { id: 7 },
  ];
  expect(shownProducts({ products }, catalog)).toEqual([{ product: hat, quantity: 2 }]);
  expect(shownProducts({ error: 'It is sold out.' }, catalog)).toEqual([]);
});
