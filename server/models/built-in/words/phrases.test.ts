import { expect, it } from 'vitest';
import { linesOf, readWords } from '../../../catalog/search/lexicon.ts';
import { type Mark, phrases, sentences } from './phrases.ts';

const sections: Record<Mark, true> = {
  greeting: true,
  thanks: true,
  bye: true,
  yes: true,
  no: true,
  help: true,
  identity: true,
  insult: true,
  attack: true,
  filler: true,
  wants: true,
  more: true,
  cheaper: true,
  cheapest: true,
  onSale: true,
  inStock: true,
  without: true,
  price: true,
  total: true,
  stock: true,
  choice: true,
  details: true,
  compare: true,
  buy: true,
  safety: true,
  order: true,
  pronoun: true,
  both: true,
  first: true,
  second: true,
  third: true,
  fourth: true,
  fifth: true,
  last: true,
  question: true,
};

it('every section of the phrases is a mark, and every mark has phrases', () => {
  expect([...new Set([...phrases.values()].flat())].toSorted()).toEqual(Object.keys(sections).toSorted());
});

it('there are at most 400 phrases, one a line', () => {
  const lines = ['phrases.txt', 'aliases.txt'].flatMap((name) => linesOf(readWords(name, import.meta.url)));
  expect(lines.filter((line) => !line.startsWith('[')).length).toBeLessThanOrEqual(400);
  expect(lines.every((line) => line.length < 40)).toBe(true);
});

it('every other language of the widget has a sentence', () => {
  expect([...sentences.keys()].toSorted()).toEqual([
    'ar',
    'de',
    'es',
    'fr',
    'he',
    'it',
    'ja',
    'nl',
    'pl',
    'pt',
    'tr',
    'zh',
  ]);
});
