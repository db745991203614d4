import { expect, it } from 'vitest';
import { readSize, sizeMatches } from './size-words.ts';

const agree: [string, string][] = [
  ['Medium', 'M'],
  ['M', 'medium'],
  ['X-Large', 'XL'],
  ['XXL', '2xl'],
  ['S/M', 'small'],
  ['UK 8', '8'],
  ['8', 'size 8'],
  ['EU 42', 'eu 42'],
  ['42', 'eu 42'],
  ['W32/L34', '32'],
  ['One Size', 'one size'],
  ['1.5 L', '1.5 l'],
];
const differ: [string, string][] = [
  ['1.5 L', 'L'],
  ['18', '8'],
  ['Extra Large', 'L'],
  ['S', 'M'],
  ['One Size', 'M'],
  ['US 8.5', '8'],
  ['UK 8', 'eu 8'],
];

it.each(agree)('size "%s" matches "%s"', (offered, asked) => expect(sizeMatches(offered, asked)).toBe(true));
it.each(differ)('size "%s" does not match "%s"', (offered, asked) =>
  expect(sizeMatches(offered, asked)).toBe(false),
);

const read: [string, string | undefined, string][] = [
  ['boots size 42', '42', 'boots'],
  ["women's boots uk 6", 'uk 6', "women's boots"],
  ['black jeans 30 waist', '30', 'black jeans'],
  ['have you got it in m', 'm', 'have you got it'],
  ['extra large shirt', 'extra large', 'shirt'],
  ['xl', 'xl', ''],
  ['tent for 4', undefined, 'tent for 4'],
  ['s shaped hook', undefined, 's shaped hook'],
];

it.each(read)('reads the size of "%s"', (text, size, rest) => {
  const found = readSize(text);
  expect([found.size, found.rest.trim()]).toEqual([size, rest]);
});
