import { describe, expect, it } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { untestedIfFull } from './fixtures.ts';

function answered(status: number, text: string, json?: unknown): Exchange {
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
    ['that it has no body', '', undefined, '403 no body'],
  ])('is untested, and tells %s', (_, text, json, rejection) => {
    expect(() => untestedIfFull(answered(403, text, json))).toThrow(
      `a create was rejected (${rejection}); if the store is full, give one that may hold more agents`,
    );
  });
});

it.each([201, 400, 401, 429])('a create that is %i is for its check to check', (status) => {
  const exchange = answered(status, '');
  expect(untestedIfFull(exchange)).toBe(exchange);
});
