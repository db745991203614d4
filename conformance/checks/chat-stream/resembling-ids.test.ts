import { expect, it } from 'vitest';
import { maxResemblingIds, resemblingIds } from './resembling-ids.ts';

it('has the id in another case where a part of it has both cases', () => {
  expect(resemblingIds('agt_7Qx2Lm')).toContain('agt_7qx2lm');
});

it.each(['agt_01HV3Z4K', 'agt_7qx2lm', 'SHOP/agent/12'])(
  'keeps the case of %s, a part of which is read in either',
  (id) => {
    const folded = resemblingIds(id).filter((one) => one.toLowerCase() === id.toLowerCase());
    expect(folded).toEqual([]);
  },
);

it('has as many ids as their maximum says', () => {
  for (const id of ['agt_7Qx2Lm', 'Café 7', 'a', '17']) {
    expect(resemblingIds(id).length).toBeLessThanOrEqual(maxResemblingIds);
    expect(resemblingIds(id)).not.toContain(id);
  }
});
