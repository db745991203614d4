import { expect, it } from 'vitest';
import { readPriceBounds } from './read-price-bounds.ts';

const cases: [string, object, string][] = [
  ['blue shirt under $60', { max: 6000 }, 'blue shirt'],
  ['less than 49.50 dollars shirt', { max: 4950 }, 'shirt'],
  ['bags over £20 and up to £40', { min: 2000, max: 4000 }, 'bags and'],
  ['tent between $40 and $20', { min: 2000, max: 4000 }, 'tent'],
  ['tent from 20 to 40 dollars', { min: 2000, max: 4000 }, 'tent'],
  ['lantern under 500 lumens', {}, 'lantern under 500 lumens'],
  ['underpants', {}, 'underpants'],
];

it.each(cases)('reads the price bounds of "%s"', (query, bounds, rest) => {
  const read = readPriceBounds(query, 'USD');
  expect(read.bounds).toEqual(bounds);
  expect(read.rest.replace(/\s+/g, ' ').trim()).toBe(rest);
});

it("returns bounds in the currency's minor unit", () => {
  expect(readPriceBounds('kettle under ¥5000', 'JPY').bounds).toEqual({ max: 5000 });
  expect(readPriceBounds('kettle under $5', 'KWD').bounds).toEqual({ max: 5000 });
});
