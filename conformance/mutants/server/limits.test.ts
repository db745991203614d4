import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maximal } from '../conforming/maximal.ts';
import type { Call } from './deployment.ts';
import {
  admitByBucket,
  admitByFixedWindow,
  admitByLog,
  minuteMs,
  retryAfterDate,
  retryAfterSeconds,
} from './limits.ts';
import { createServerState } from './server-state.ts';

/** A call of a store with a limit, on a manual clock. */
function callAt(clock: { now: number }, requestsPerMinute: number): Call {
  const state = createServerState(maximal, [{ name: 'limited', requestsPerMinute }], () => clock.now);
  const store = state.stores[0];
  if (store === undefined) throw new Error('no store');
  const request = {
    method: 'GET',
    path: '/',
    query: new URLSearchParams(),
    headers: {},
    headerNames: [],
    connection: 1,
    body: Buffer.alloc(0),
  };
  return { deployment: maximal, state, store, request, operation: 'listAgents', body: undefined };
}

const kinds = [
  ['sliding window log', admitByLog((call) => call.store.requestsPerMinute)],
  ['fixed window', admitByFixedWindow],
  ['token bucket', admitByBucket],
] as const;

describe.each(kinds)('a rate limit by %s', (_kind, admit) => {
  it('R-8-01 admits N at once and rejects the next', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 10 * minuteMs }),
        (limit, now) => {
          const call = callAt({ now }, limit);
          const waits = Array.from({ length: limit }, () => admit(call));
          expect(waits.every((wait) => wait === undefined)).toBe(true);
          expect(admit(call)).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('R-8-06 admits a request after the wait that Retry-After states, in both forms', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 10 * minuteMs }),
        fc.boolean(),
        (limit, now, dated) => {
          const clock = { now };
          const call = callAt(clock, limit);
          let wait: number | undefined;
          for (let sent = 0; sent <= limit; sent += 1) wait = admit(call);
          clock.now = dated
            ? Date.parse(retryAfterDate(wait ?? 0, now))
            : now + Number(retryAfterSeconds(wait ?? 0)) * 1000;
          expect(admit(call)).toBeUndefined();
        },
      ),
    );
  });
});
