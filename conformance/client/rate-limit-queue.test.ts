import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { createRateLimitQueue, readRetryAfter } from './rate-limit-queue.ts';

const localNow = Date.UTC(2026, 10, 21, 8, 0, 0);

function response(status: number, headers: Readonly<Record<string, string>> = {}): Exchange {
  return { status, headers } as unknown as Exchange;
}

describe('readRetryAfter', () => {
  it('R-8-06 reads any number of whole seconds as a wait', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1e9 }), (seconds) => {
        const read = readRetryAfter(response(429, { 'retry-after': String(seconds) }), localNow);
        expect(read).toEqual({ type: 'wait', milliseconds: seconds * 1000, form: 'seconds' });
      }),
    );
  });

  it('R-8-06 reads a date relative to the Date header, or else to the local clock', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3600 }), fc.integer({ min: -1e6, max: 1e6 }), (seconds, skew) => {
        const retryAfter = { 'retry-after': new Date(localNow + seconds * 1000).toUTCString() };
        const date = new Date(localNow).toUTCString();
        const read = readRetryAfter(response(429, { ...retryAfter, date }), localNow + skew);
        expect(read).toEqual({ type: 'wait', milliseconds: seconds * 1000, form: 'date' });
        expect(readRetryAfter(response(429, retryAfter), localNow)).toEqual(read);
      }),
    );
  });

  it.each([
    {},
    ...[
      '',
      'soon',
      '-5',
      '1.5',
      '12.000',
      '10s',
      '2026-11-21T08:00:00Z',
      'Sat, 99 Nov 2026 08:00:00 GMT',
    ].map((value) => ({ 'retry-after': value })),
  ])('R-8-06 reports %j as malformed', (headers) =>
    expect(readRetryAfter(response(429, headers), localNow).type).toBe('malformed'),
  );
});

/** A clock that a wait advances at once. */
function fakeClock(): Clock & { readonly waits: number[] } {
  let now = 1_000_000;
  const waits: number[] = [];
  const wait = async (milliseconds: number): Promise<void> => {
    waits.push(milliseconds);
    now += milliseconds;
  };
  return { now: () => now, wait, waits };
}

describe('a rate limit queue', () => {
  it.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    [
      'a date',
      { 'retry-after': 'Sat, 21 Nov 2026 10:00:09 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT' },
      9000,
    ],
    ['nothing readable', {}, 60_000],
  ])('waits after a 429 with Retry-After as %s, and sends again', async (_, headers, minWaitMs) => {
    const clock = fakeClock();
    const queue = createRateLimitQueue(clock);
    const responses = [response(429, headers), response(200)];
    const exchange = await queue.send(async () => responses.shift() ?? response(500));
    expect(exchange.status).toBe(200);
    expect(clock.waits).toHaveLength(1);
    expect(clock.waits[0]).toBeGreaterThanOrEqual(minWaitMs);
    expect(clock.waits[0]).toBeLessThan(minWaitMs + 1000);
  });

  it('gives up on a target that always returns 429', async () => {
    const queue = createRateLimitQueue(fakeClock());
    const sent = queue.send(async () => response(429, { 'retry-after': '1' }));
    await expect(sent).rejects.toThrow('429 again');
  });

  it('waits out a 503 with Retry-After, and returns one without', async () => {
    const clock = fakeClock();
    const queue = createRateLimitQueue(clock);
    const responses = [response(503, { 'retry-after': '3' }), response(503)];
    const exchange = await queue.send(async () => responses.shift() ?? response(500));
    expect(exchange.status).toBe(503);
    expect(clock.waits).toEqual([3050]);
  });

  it('waits no more once waiting did not help, nor does another queue of the run that never succeeded', async () => {
    const clock = fakeClock();
    const shared = { gaveUp: false };
    const rejected = async () => response(429, { 'retry-after': '60' });
    await expect(createRateLimitQueue(clock, shared).send(rejected)).rejects.toThrow('429 again');
    const { length } = clock.waits;
    await expect(createRateLimitQueue(clock, shared).send(rejected)).rejects.toThrow('429 again');
    expect(clock.waits).toHaveLength(length);
  });

  it('does not wait for hours', async () => {
    const queue = createRateLimitQueue(fakeClock());
    const sent = queue.send(async () => response(429, { 'retry-after': '86400' }));
    await expect(sent).rejects.toThrow('wait of 86400 s');
  });

  it('sends concurrently until the first 429, then one request after the other', async () => {
    const queue = createRateLimitQueue(fakeClock());
    let inFlight = 0;
    let maxInFlight = 0;
    let rejections = 1;
    const attempt = async (): Promise<Exchange> => {
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      await Promise.resolve();
      inFlight -= 1;
      rejections -= 1;
      return rejections === 0 ? response(429, { 'retry-after': '1' }) : response(200);
    };
    const sendAll = (): Promise<Exchange[]> =>
      Promise.all(Array.from({ length: 8 }, () => queue.send(attempt)));
    expect((await sendAll()).every(({ status }) => status === 200)).toBe(true);
    expect(maxInFlight).toBe(8);
    maxInFlight = 0;
    await sendAll();
    expect(maxInFlight).toBe(1);
  });

  it('sends what was rejected together again one after the other, so that a limit which admits one at a time admits all', async () => {
    const clock = fakeClock();
    const queue = createRateLimitQueue(clock);
    let tokens = 1;
    let refilledAt = clock.now();
    const attempt = async (): Promise<Exchange> => {
      if (clock.now() - refilledAt >= 1000) [tokens, refilledAt] = [1, clock.now()];
      await Promise.resolve();
      tokens -= 1;
      return tokens < 0 ? response(429, { 'retry-after': '1' }) : response(200);
    };
    const sent = await Promise.all(Array.from({ length: 14 }, () => queue.send(attempt)));
    expect(sent.every(({ status }) => status === 200)).toBe(true);
  });
});
