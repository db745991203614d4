import { expect, it } from 'vitest';
import { termsOf } from './terms.ts';

const cases: [string, string[]][] = [
  ['Women’s T-Shirts', ['women', 'tshirt']],
  ['tee shirts for men', ['tshirt', 'for', 'men']],
  ['dresses boxes brushes watches glasses', ['dress', 'box', 'brush', 'watch', 'glass']],
  ['dress glass this', ['dress', 'glass', 'this']],
  ['berries scarves knives shelves', ['berry', 'scarf', 'knife', 'shelf']],
  ['shoes gloves candles photos', ['shoe', 'glove', 'candle', 'photo']],
  ['two pairs of grey chef’s gloves', ['2', 'pair', 'of', 'gray', 'chef', 'glove']],
  ['Fußmatte', ['fussmatte']],
  ['Café crème', ['cafe', 'creme']],
  ['14k gold 1.5 L', ['14k', 'gold', '1', '5', 'l']],
  ['constructor toString', ['constructor', 'tostring']],
  ['靴 ブーツ', ['靴', 'フーツ']],
  ['  ', []],
];

it.each(cases)('splits "%s" into indexed terms', (text, expected) => {
  expect(termsOf(text)).toEqual(expected);
});
