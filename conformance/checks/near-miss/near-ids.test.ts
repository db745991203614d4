import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearId, likeIds } from './near-ids.ts';

it('makes an id that does not exist and has the form of a real one', () => {
  const id = fc.oneof(
    fc.uuid(),
    fc.stringMatching(/^agt_[A-Z]{6}[A-Za-z0-9]{6,20}$/),
    fc.stringMatching(/^[1-9]\d{8,12}$/),
  );
  fc.assert(
    fc.property(id, fc.array(id), (real, others) => {
      const taken = new Set([real, ...others]);
      const near = nearId(real, taken);
      const kinds = (text: string): string =>
        text
          .replaceAll(/[0-9]/g, '0')
          .replaceAll(/[a-f]/g, 'a')
          .replaceAll(/[g-z]/g, 'g')
          .replaceAll(/[A-F]/g, 'A')
          .replaceAll(/[G-Z]/g, 'G');
      expect(taken.has(near)).toBe(false);
      expect(kinds(near)).toBe(kinds(real));
    }),
  );
});

it('keeps the prefix of an id', () => expect(nearId('agt_b1')).toBe('agt_c2'));

it('makes a long number of a short one, so that it is no neighbour', () => {
  expect(nearId('17', new Set(['17', '18']))).toMatch(/^\d{9}$/);
  expect(nearId('agents/17')).toMatch(/^agents\/\d{9}$/);
});

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

it('has five other ids at most', () => {
  for (const id of ['agt_7Qx2Lm', 'Café 7', 'a', '17']) {
    expect(likeIds(id).length).toBeLessThanOrEqual(5);
    expect(likeIds(id)).not.toContain(id);
  }
});
