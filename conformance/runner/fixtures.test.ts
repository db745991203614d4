import { describe, expect, it } from 'vitest';
import type { Exchange } from '../client/exchange.ts';
import { orFull } from './fixtures.ts';

function answered(status: number, text: string, json?: unknown): Exchange {
  return { status, text, json } as Exchange;
}

describe('a create that is refused with 403', () => {
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
  ])('is untested, and tells %s', (_, text, json, refusal) => {
    expect(() => orFull(answered(403, text, json))).toThrow(
      `a create was refused (${refusal}); if the store is full, give one that may hold more agents`,
    );
  });
});

it.each([201, 400, 401, 429])('a create that is %i is for its check to judge', (status) => {
  const exchange = answered(status, '');
  expect(orFull(exchange)).toBe(exchange);
});
