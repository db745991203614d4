import { expect, it } from 'vitest';
import { likeIds, maxLikeIds } from './equal-ids.ts';

it.each(['7', '0042', '6F9619FF-8b86-4d01-b42d-00cf4fc964ff', '507f1f77bcf86cd799439011'])(
  'has nothing like %s, which is parsed',
  (id) => expect(likeIds(id)).toEqual([]),
);

it.each([
  ['bot_1', ['bot_1 ', '\tbot_1', '%62ot_1']],
  ['aB', ['aB ', '\taB', 'ab', '%61B']],
  ['é', ['é ', '\té', 'e', '%C3%A9']],
  ['e\u0301x', ['e\u0301x ', '\te\u0301x', 'ex', '%65%CC%81x']],
  [
    '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    ['01ARZ3NDEKTSV4RRFFQ69G5FAV ', '\t01ARZ3NDEKTSV4RRFFQ69G5FAV', '%301ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ],
])('trims, folds and decodes %s', (id, like) => expect(likeIds(id)).toEqual(like));

it('has the id in another case where a part of it has both cases', () => {
  expect(likeIds('agt_7Qx2Lm')).toContain('agt_7qx2lm');
});

it.each(['agt_01HV3Z4K', 'agt_7qx2lm', 'SHOP/agent/12'])(
  'keeps the case of %s, a part of which is read in either',
  (id) => {
    const folded = likeIds(id).filter((one) => one.toLowerCase() === id.toLowerCase());
    expect(folded).toEqual([]);
  },
);

it('has as many ids as their maximum says', () => {
  for (const id of ['agt_7Qx2Lm', 'Café 7', 'a', '17']) {
    expect(likeIds(id).length).toBeLessThanOrEqual(maxLikeIds);
    expect(likeIds(id)).not.toContain(id);
  }
});
