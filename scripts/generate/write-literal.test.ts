import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../contract/json.ts';
import { writeLiteral } from './write-literal.ts';

describe('writeLiteral', () => {
  it.each<[given: Json, want: string]>([
    [null, 'null'],
    [0.7, '0.7'],
    ["it's", "'it\\'s'"],
    ['a "b"\n', '\'a "b"\\n\''],
    [[], '[]'],
    [[1, 'a'], "[1, 'a']"],
    [[{ a: 1 }], '[\n  {\n    a: 1,\n  },\n]'],
    [{}, '{}'],
    [{ a: 1, 'b-c': 2, '4.1': 3, 5: 4 }, "{\n  '5': 4,\n  a: 1,\n  'b-c': 2,\n  '4.1': 3,\n}"],
  ])('writes %j', (given, want) => {
    expect(writeLiteral(given)).toBe(want);
  });

  it('writes source text that evaluates to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        // In an object literal __proto__ names the prototype, in JSON a key; the contract has no such key.
        fc.pre(!JSON.stringify(value).includes('__proto__'));
        const read: unknown = runInNewContext(`JSON.stringify(${writeLiteral(value as Json)})`);
        expect(read).toBe(JSON.stringify(value));
      }),
    );
  });
});
