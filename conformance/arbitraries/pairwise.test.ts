import { expect, it } from 'vitest';
import { pairwise } from './pairwise.ts';

it('has each pair of values of two dimensions in some row, in few rows', () => {
  const dimensions = { a: [1, 2, 3], b: ['x', undefined], c: [0, 1, 2, 3], d: [true, false] } as const;
  const rows = pairwise(dimensions);
  for (const [one, values] of Object.entries(dimensions)) {
    for (const [other, others] of Object.entries(dimensions)) {
      if (one === other) continue;
      const pairs = rows.map((row) => JSON.stringify([row[one as 'a'], row[other as 'b']]));
      for (const value of values)
        for (const next of others) expect(pairs).toContain(JSON.stringify([value, next]));
    }
  }
  // The two longest dimensions need twelve; all combinations are 48.
  expect(rows.length).toBeLessThan(16);
});
