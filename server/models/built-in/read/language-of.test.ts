import { expect, it } from 'vitest';
import { languageOf } from './language-of.ts';

const messages: readonly (readonly [string, string])[] = [
  ['de', 'ich suche eine blaue jacke'],
  ['de', 'was kostet der versand'],
  ['fr', 'avez-vous des chemises bleues'],
  ['fr', 'je cherche une veste'],
  ['es', '¿tienen camisas azules?'],
  ['es', 'busco botas de cuero'],
  ['it', 'vorrei una collana'],
  ['it', 'quanto costa la spedizione'],
  ['pt', 'vocês têm camisas azuis'],
  ['pt', 'quanto custa o frete'],
  ['nl', 'heeft u blauwe overhemden'],
  ['nl', 'ik zoek een jas'],
  ['pl', 'szukam zimowej kurtki'],
  ['pl', 'gdzie jest moje zamówienie'],
  ['tr', 'mavi gömlek var mı'],
  ['tr', 'bana ayakkabı göster'],
  ['ja', '青いシャツはありますか'],
  ['zh', '有蓝色衬衫吗'],
  ['ar', 'هل لديكم قمصان زرقاء'],
  ['he', 'יש לכם חולצות כחולות'],
];
it.each(messages)('recognizes %s: %s', (language, message) => {
  expect(languageOf(message)).toBe(language);
});

it.each([
  'blue shirts',
  'was it on sale?',
  'jeans',
  'tote',
  'enamel camp kettle',
  'do you ship to norway',
  'los angeles cap',
])('takes "%s" for English', (message) => expect(languageOf(message)).toBeUndefined());
