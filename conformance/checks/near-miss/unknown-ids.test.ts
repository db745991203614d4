import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearId } from './unknown-ids.ts';

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
