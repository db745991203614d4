import { expect, it } from 'vitest';
import { formatMoney, withFormattedPrices } from './format-money.ts';

it.each([
  [2999, 'USD', '$29.99'],
  [1200, 'JPY', '¥1,200'],
  [1500, 'KWD', 'KWD 1.500'],
])('formats %i minor units of %s as %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency).replace(/\s/g, ' ')).toBe(text);
});

it('adds the text of every price of an output, and changes nothing else', () => {
  const price = { amount: 2999, currency: 'EUR' };
  const product = { id: 'p1', price, variants: [{ title: 'M', price }], stock: { amount: 3, currency: '?' } };
  const shown = { ...price, formatted: '€29.99' };
  expect(withFormattedPrices({ products: [product], total: 1 })).toEqual({
    products: [{ ...product, price: shown, variants: [{ title: 'M', price: shown }] }],
    total: 1,
  });
});
