import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundOutput } from './bound-output.ts';

const size = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe("a tool's output", () => {
  it('stays as it is when it fits', () => {
    const output = { products: [{ id: 'a' }] };
    expect(boundOutput(output, 1000)).toBe(output);
  });

  it('keeps its shape when it is shortened: texts give way before items', () => {
    const product = (id: number) => ({ id, title: `Shirt ${id}`, description: 'long '.repeat(400) });
    const output = { product: { id: 'p', variants: Array.from({ length: 20 }, (_, id) => product(id)) } };
    const bounded = boundOutput(output, 16_384);
    expect(bounded).toMatchObject({ truncated: true, product: { id: 'p' } });
    expect(JSON.stringify(bounded).match(/Shirt \d+/g)).toHaveLength(20);
  });

  it('is never larger than the bound, whatever it is', () => {
    const anything = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }));
    fc.assert(
      fc.property(anything, fc.string({ unit: 'grapheme', minLength: 0, maxLength: 3000 }), (extra, long) => {
        const output = { ...extra, list: Array.from({ length: 40 }, () => long) };
        expect(size(boundOutput(output, 2048))).toBeLessThanOrEqual(2048);
      }),
    );
  });
});
