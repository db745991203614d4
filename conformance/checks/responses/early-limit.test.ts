import { expect, it } from 'vitest';
import type { Exchange } from '../../exchange.ts';
import { verifyNotBeforeLimit } from './early-limit.ts';

function exchange(seconds: number, status: number, retryAfter?: string): Exchange {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter };
  const bytes = new Uint8Array();
  return {
    ...{ request: { method: 'GET', path: '/' }, url: '', status, headers, bytes, text: '', json: null },
    ...{ ending: 'complete', sequence: 1, startedAt: seconds * 1000, durationMs: 10 },
  };
}

function admitted(count: number, seconds: number): readonly Exchange[] {
  return Array.from({ length: count }, () => exchange(seconds, 200));
}

it('R-8-06 accepts a 429 after as many requests as the limit, those of the minute before included', () => {
  const sent = [...admitted(1, 0), ...admitted(12, 40), ...admitted(8, 90), exchange(90, 429, '10')];
  expect(verifyNotBeforeLimit(sent, 20)).toEqual([]);
});

it('R-8-06 reports a 429 after fewer requests, when the wait of an earlier one is over', () => {
  const sent = [
    ...[...admitted(20, 0), exchange(1, 429, '60')],
    ...[...admitted(10, 62), exchange(62, 429, '60')],
  ];
  expect(verifyNotBeforeLimit(sent, 20)).toMatchObject([{ actual: '429 after 10 within a minute' }]);
});

it('R-8-06 accepts a 429 in the first minute, and one to a client that comes before the end of its wait', () => {
  expect(verifyNotBeforeLimit([...admitted(1, 0), exchange(30, 429, '30')], 20)).toEqual([]);
  const early = [...admitted(20, 0), exchange(59, 429, '60'), exchange(70, 429, '49')];
  expect(verifyNotBeforeLimit(early, 20)).toEqual([]);
});
