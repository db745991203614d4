import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hintOf, newKey, parseKey } from './api-key.ts';

const alphanumerics = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const anyKey = fc.constant(null).map(() => newKey());

describe('an API key', () => {
  it('R-5-03 is svc_ and 32 alphanumerics, and is parsed unchanged', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        expect(key).toMatch(/^svc_[0-9A-Za-z]{32}$/);
        expect(parseKey(key)).toBe(key);
      }),
    );
  });

  it('R-5-03 is rejected after a change of any one character', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(31), fc.constantFrom(...alphanumerics), (key, index, character) => {
        const position = 4 + index;
        fc.pre(key[position] !== character);
        expect(parseKey(key.slice(0, position) + character + key.slice(position + 1))).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  it('R-5-03 is rejected after two neighbouring characters are swapped', () => {
    fc.assert(
      fc.property(anyKey, fc.nat(30), (key, index) => {
        const [first, second] = [key.charAt(4 + index), key.charAt(5 + index)];
        fc.pre(first !== second);
        expect(parseKey(key.slice(0, 4 + index) + second + first + key.slice(6 + index))).toBeUndefined();
      }),
    );
  });

  it('R-5-03 is rejected in a similar form', () => {
    const key = newKey();
    const body = key.slice(4);
    const near = ['', body, `SVC_${body}`, `svc-${body}`, `${key}0`, key.slice(0, -1), ` ${key}`, `${key}\n`];
    for (const text of [...near, `svc_${body.slice(0, -1)}é`]) expect(parseKey(text)).toBeUndefined();
  });

  it('differs from every other one', () => {
    expect(new Set(Array.from({ length: 1_000 }, newKey)).size).toBe(1_000);
  });

  it('has its last four characters as a hint', () => {
    const key = newKey();
    expect(key.endsWith(hintOf(key))).toBe(true);
    expect(hintOf(key)).toHaveLength(4);
  });
});
