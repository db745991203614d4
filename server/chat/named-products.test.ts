import { describe, expect, it } from 'vitest';
import { pagePart } from '../models/page-part.ts';
import { namedProducts } from './named-products.ts';
import type { ModelMessage } from './types.ts';

function results(...titles: readonly string[]): ModelMessage[] {
  const products = titles.map((title) => ({ id: title.toLowerCase().replaceAll(' ', '-'), title }));
  return [found({ products })];
}

function found(value: object): ModelMessage {
  const output = { type: 'json' as const, value: JSON.parse(JSON.stringify(value)) };
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'search_catalog', output }],
  };
}

describe('the products that a text names', () => {
  const messages = results('Rain Coat', 'Rain Coat Long', 'Sun Hat', 'Tee', 'ランプ');

  it.each([
    ['in the order of the text', 'Take the Sun Hat and the Rain Coat.', ['sun-hat', 'rain-coat']],
    ['once', 'Sun Hat, Sun Hat!', ['sun-hat']],
    ['in other letters and with marks', 'the **rain  coat**, or _SUN HAT_', ['rain-coat', 'sun-hat']],
    ['by the longest title', 'The Rain Coat Long is warm.', ['rain-coat-long']],
    ['by both titles', 'The Rain Coat Long, not the Rain Coat.', ['rain-coat-long', 'rain-coat']],
    ['as whole words', 'Tees and fourteen teeth', []],
    ['in a script without spaces', '赤いランプをお勧めします', ['ランプ']],
    ['not at all', 'What is it for?', []],
  ])('are found %s', (_, text, ids) => {
    expect(namedProducts(text, messages)).toEqual(ids);
  });

  it('are those of single products, and of the page where the shopper is', () => {
    const price = { amount: 1, currency: 'USD' };
    const product = { id: 'lamp', title: 'Amber Lamp', description: '', price, available: true };
    const asked: ModelMessage = { role: 'user', content: [pagePart({ product })] };
    expect(namedProducts('The amber lamp.', [asked])).toEqual(['lamp']);
    expect(namedProducts('The amber lamp.', [found({ product })])).toEqual(['lamp']);
  });

  it('are none of results without products', () => {
    const odd = [
      { products: 'x' },
      { products: [null, { id: 1, title: 'Hat' }, { id: 'a', title: '' }] },
      {},
    ];
    expect(namedProducts('Hat', odd.map(found))).toEqual([]);
  });
});
