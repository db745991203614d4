import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { makeProduct } from '../../server/catalog/testing/make-product.ts';
import { inventedIn } from './check-facts.ts';
import { failures, measureSets } from './measure-sets.ts';

describe('shops that were written before they were measured', () => {
  // Turns of rules that served these sets alone are gone: on shops by strangers the model is better without them.
  it.each([
    ['millrace', { queries: 40, questions: 30, turns: 65 }],
    ['quayside', { queries: 39, questions: 30, turns: 68 }],
    ['kitchen', { queries: 38, questions: 57, turns: 70 }],
    // 42 turns when it was measured, once, after all work on the others.
    ['family', { queries: 36, questions: 60, turns: 50 }],
    // 34, 17 and 62 when it was measured first.
    ['garden', { queries: 38, questions: 53, turns: 76 }],
    ['fellside', { queries: 38, questions: 30, turns: 0 }],
    // 30 and 29 queries when they were measured first.
    ['hobby', { queries: 37, questions: 0, turns: 0 }],
    ['home', { queries: 34, questions: 0, turns: 0 }],
    // The facts of earlier dialogues: all of them hold.
    ['sample', { queries: 0, questions: 0, turns: 414 }],
    ['jewelery', { queries: 0, questions: 0, turns: 223 }],
    ['apparel', { queries: 0, questions: 0, turns: 272 }],
  ])('are answered as well as before: %s', async (shop, least) => {
    const folder = fileURLToPath(new URL(`shops/${shop}`, import.meta.url));
    for (const { name, passed, misses } of await measureSets(folder, false)) {
      expect(passed, misses.join('\n')).toBeGreaterThanOrEqual(least[name]);
      expect(misses.filter((miss) => /\n {3}(?:invents|is wrong about) /.test(miss))).toEqual([]);
    }
  });
});

describe('a reply is checked', () => {
  const products = [
    makeProduct('mug', { title: 'Mug', amount: 500 }),
    makeProduct('cup', { title: 'Cup', amount: 600, variants: [{ amount: 600, available: false }] }),
  ];

  it.each([
    [[], 'I found one:\n\n1. **Mug** – $5.00, in stock.'],
    [[], '**Mug** is in stock. It is $5.00.'],
    [[], 'Which one do you mean?'],
    [['is wrong about Mug $6.00 in stock'], '1. **Mug** – $6.00, in stock.'],
    [['is wrong about Mug $5.00 sold out'], '1. **Mug** – $5.00, sold out.'],
    [['is wrong about Mug $5.00 $9.00 in stock'], '1. **Mug** – $5.00 (was $9.00), in stock.'],
    [['is wrong about Cup $6.00 in stock'], '**Cup** is in stock. It is $6.00.'],
    [['invents Beaker'], '1. **Beaker** – $6.00, in stock.'],
  ])('against the records of products: %j', (reasons, text) => {
    expect(inventedIn(text, products)).toEqual(reasons);
  });

  it('against what a turn expects', () => {
    const check = { about: ['Mug'], says: ['5\\.00'], not_claimed: ['Cup'], not: ['free'] };
    const look = [{ tool: 'get_product', input: { id: 'mug' }, output: {} }];
    const of = (text: string): string[] => failures({ text, calls: look }, check);
    expect(of('**Mug** is $5.00.')).toEqual([]);
    expect(of('**Mug** is free.')).toEqual(['does not say 5\\.00', 'says free']);
    expect(of('**Cup** is $6.00.')).toEqual(['names Cup']);
    expect(of('I found no exact match. These come closest: **Cup**')).toEqual([]);
  });
});
