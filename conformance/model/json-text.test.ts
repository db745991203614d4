import { expect, it } from 'vitest';
import { repeatedName } from './json-text.ts';

it('finds a name that an object has twice with different values, at any depth', () => {
  expect(repeatedName('{"status":"error","error":"no","status":404}')).toBe('status');
  expect(repeatedName('{"agents":[{"id":"a"},{"id":"b","config":{"x":1,"x":{"y":2}}}]}')).toBe('x');
});

it('accepts equal values, equal names of different objects, and colons in texts', () => {
  const texts = [
    '{"a":1,"a":1}',
    '{"a":{"a":1},"b":[{"a":2},{"a":3}]}',
    String.raw`{"a":"\"b\": 1","b":"x: 1 "}`,
  ];
  expect(texts.map(repeatedName)).toEqual([undefined, undefined, undefined]);
  expect(repeatedName('no JSON')).toBeUndefined();
});
