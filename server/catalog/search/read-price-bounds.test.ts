import { expect, it } from 'vitest';
import { readPriceBounds } from './read-price-bounds.ts';

const cases: [string, object, string][] = [
  ['blue shirt under $60', { max: 5999 }, 'blue shirt'],
  ['less than 49.50 dollars shirt', { max: 4949 }, 'shirt'],
  ['bags over $20 and up to $1,200', { min: 2001, max: 120_000 }, 'bags and'],
  ['tent between $40 and $20', { min: 2000, max: 4000 }, 'tent'],
  ['tent from 20 to 40 dollars', { min: 2000, max: 4000 }, 'tent'],
  ['a present, about 100-150', { min: 10_000, max: 15_000 }, 'a present,'],
  ['max 60 bucks', { max: 6000 }, ''],
  ['50 tops for dad', { max: 5000 }, 'for dad'],
  ['no more than 45', { max: 4500 }, ''],
  ['around $80', { min: 6000, max: 10_000 }, ''],
  ['boots under 150 for my wife', { max: 14_999 }, 'boots for my wife'],
  ['lantern under 500 lumens', {}, 'lantern under 500 lumens'],
  ['under 2 kg', {}, 'under 2 kg'],
  ['size 32-34', {}, 'size 32-34'],
  ['jeans 30 waist', {}, 'jeans 30 waist'],
  ['sofa under £900', {}, 'sofa under £900'],
  ['underpants', {}, 'underpants'],
];

it.each(cases)('reads the price bounds of "%s"', (query, bounds, rest) => {
  const read = readPriceBounds(query, 'USD');
  expect(read.bounds).toEqual(bounds);
  expect(read.rest.replace(/\s+/g, ' ').trim()).toBe(rest);
});

it("returns bounds in the currency's minor unit", () => {
  expect(readPriceBounds('kettle under ¥5000', 'JPY').bounds).toEqual({ max: 4999 });
  expect(readPriceBounds('kettle up to 5', 'KWD').bounds).toEqual({ max: 5000 });
});
