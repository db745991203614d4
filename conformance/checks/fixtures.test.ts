import { describe, expect, it } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { untestedIfFull } from './fixtures.ts';

function response(status: number, text: string, json?: unknown): Exchange {
  return { status, text, json } as Exchange;
}

describe('a create that is rejected with 403', () => {
  it.each([
    [
      'its error',
      '{"error":"only HTTPS is accepted"}',
      { error: 'only HTTPS is accepted' },
      '403 "only HTTPS is accepted"',
    ],
    ['its body, where that has no error', '{"detail":"no"}', { detail: 'no' }, '403 {"detail":"no"}'],
    ['its text, where that is no JSON', 'go\naway', undefined, '403 "go\\naway"'],
    ['the missing body', '', undefined, '403 no body'],
  ])('is untested, and the reason quotes %s', (_, text, json, rejection) => {
    expect(() => untestedIfFull(response(403, text, json))).toThrow(
      `a create was rejected (${rejection}); if the store is full, give one that may hold more agents`,
    );
  });
});

it.each([201, 400, 401, 429])('returns a create with status %i to its check', (status) => {
  const exchange = response(status, '');
  expect(untestedIfFull(exchange)).toBe(exchange);
});
