import { expect, it } from 'vitest';
import { sizeMatches } from './size-words.ts';

const agree: [string, string][] = [
  ['Medium', 'M'],
  ['M', 'medium'],
  ['X-Large', 'XL'],
  ['XXL', '2xl'],
  ['S/M', 'small'],
  ['UK 8', '8'],
  ['8', 'size 8'],
  ['EU 42', 'eu 42'],
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
];

it.each(agree)('size "%s" matches "%s"', (offered, asked) => expect(sizeMatches(offered, asked)).toBe(true));
it.each(differ)('size "%s" does not match "%s"', (offered, asked) =>
  expect(sizeMatches(offered, asked)).toBe(false),
);
