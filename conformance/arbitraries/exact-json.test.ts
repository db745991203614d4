import { expect, it } from 'vitest';
import { isSame, parseExactly, showExactly } from './exact-json.ts';

it.each([
  ['4096', '4096.0'],
  ['4096', '4.096e3'],
  ['4096', '40960E-1'],
  ['0', '-0.0'],
  ['9007199254740993', '9007199254740993.0'],
  ['1e400', '10e399'],
])('takes %s and %s for one number', (one, other) => {
  expect(isSame(parseExactly(one), parseExactly(other))).toBe(true);
});

it.each([
  ['9007199254740993', '9007199254740992'],
  ['1e400', '1e401'],
  ['4096', '"4096"'],
  ['4096', '-4096'],
  [String.raw`"\ud800"`, String.raw`"\ufffd"`],
  ['"é"', String.raw`"e\u0301"`],
])('takes %s and %s for two values', (one, other) => {
  expect(isSame(parseExactly(one), parseExactly(other))).toBe(false);
});

it('shows characters that a terminal hides or replaces as escapes', () => {
  expect(showExactly('a\ud800\ufffd\ufeff\0')).toBe(String.raw`"a\ud800\ufffd\ufeff\u0000"`);
  expect(showExactly(parseExactly('9007199254740993'))).toBe('9007199254740993');
});

it('returns undefined for a text that is no JSON', () => {
  expect(parseExactly('{"max_tokens":NaN}')).toBeUndefined();
});

it('keeps each digit in every version of Node, and texts with digits as they are', () => {
  const literals = parseExactly(String.raw`{"n":[9007199254740993,-1.50E+2],"t":"a \" 12: \u0031"}`);
  const n = [{ literal: '9007199254740993' }, { literal: '-1.50E+2' }];
  expect(literals).toEqual({ n, t: 'a " 12: 1' });
});
