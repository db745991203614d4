import { expect, it } from 'vitest';
import { termsOf } from './terms.ts';

const cases: [string, string[]][] = [
  ['Women’s T-Shirts', ['woman', 'tshirt']],
  ['tee shirts for men', ['tshirt', 'shirt', 'for', 'man']],
  ['dresses boxes brushes watches glasses', ['dress', 'box', 'brush', 'watch', 'glass']],
  ['dress glass this', ['dress', 'glass', 'this']],
  ['berries scarves knives shelves', ['berry', 'scarf', 'knife', 'shelf']],
  ['shoes gloves candles photos', ['shoe', 'glove', 'candle', 'photo']],
  ['pants, trousers; jumpers + sweaters', ['trouser', 'trouser', 'sweater', 'sweater']],
  ['Jewellery and jewelry', ['jewelry', 'and', 'jewelry']],
  ['Café crème', ['cafe', 'creme']],
  ['14k gold 1.5 L', ['14k', 'gold', '1', '5', 'l']],
  ['constructor toString', ['constructor', 'tostring']],
  ['靴 ブーツ', ['靴', 'フーツ']],
  ['  ', []],
];

it.each(cases)('splits "%s" into indexed terms', (text, expected) => {
  expect(termsOf(text)).toEqual(expected);
});
