import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maximal } from '../conforming/maximal.ts';
import type { Call } from './deployment.ts';
import {
  admitByBucket,
  admitByFixedWindow,
  admitByLog,
  minute,
  retryAfterDate,
  retryAfterSeconds,
} from './limits.ts';
import { createWorld } from './world.ts';

/** A call of one store with a limit, at a moment that the test moves. */
function callAt(clock: { now: number }, requestsPerMinute: number): Call {
  const world = createWorld(maximal, [{ name: 'limited', requestsPerMinute }], String, () => clock.now);
  const store = world.stores[0];
  if (store === undefined) throw new Error('there is no store');
  const incoming = {
    method: 'GET',
    path: '/',
    query: new URLSearchParams(),
    headers: {},
    body: Buffer.alloc(0),
  };
  return { deployment: maximal, world, store, incoming, operation: 'listAgents', body: undefined };
}

const kinds = [
  ['a log', admitByLog((call) => call.store.requestsPerMinute)],
  ['a fixed window', admitByFixedWindow],
  ['a bucket', admitByBucket],
] as const;

describe.each(kinds)('a limit kept by %s', (_kind, admit) => {
  it('R-8-01 admits N at once and refuses the next', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 0, max: 10 * minute }),
        (limit, now) => {
          const call = callAt({ now }, limit);
          const waits = Array.from({ length: limit }, () => admit(call));
          expect(waits.every((wait) => wait === undefined)).toBe(true);
          expect(admit(call)).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('R-8-06 waiting what Retry-After says is enough, in both forms', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 10 * minute }),
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
