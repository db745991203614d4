import { describe, expect, it } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { otherSpellingIn } from './other-spelling.ts';

function finding(expected: string, actual: string, body: unknown): Parameters<typeof otherSpellingIn> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return [expected, actual, { text } as Exchange];
}

describe('a field in another spelling is named with the one that was expected', () => {
  it('in another letter case', () => {
    const body = { id: 'a', Description: 'x' };
    expect(otherSpellingIn(...finding('description as it was sent', 'sent "x", got nothing', body))).toBe(
      'expected `description`, found `Description`',
    );
  });

  it('in camel case, where the finding lists what is missing', () => {
    const body = { id: 'a', createdAt: 'x' };
    expect(
      otherSpellingIn(...finding('the created agent with all its fields', 'created_at missing', body)),
    ).toBe('expected `created_at`, found `createdAt`');
  });

  it('in an event of a stream', () => {
    const body = 'data: {"type":"text","Content":"Hello"}\n\n';
    expect(otherSpellingIn(...finding('a text event has content, a string', '', body))).toBe(
      'expected `content`, found `Content`',
    );
  });
});

it('a field that is absent, or there as well, is not named', () => {
  const expected = 'description as it was sent';
  expect(otherSpellingIn(...finding(expected, 'got nothing', { id: 'a' }))).toBeUndefined();
  const both = { description: 'y', Description: 'x' };
  expect(otherSpellingIn(...finding(expected, 'sent "x", got "y"', both))).toBeUndefined();
  expect(otherSpellingIn(expected, 'got nothing')).toBeUndefined();
});
