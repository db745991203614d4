import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRateLimiter, type RateDecision, rateWindowMs } from './rate-limiter.ts';

/** A request after some milliseconds, under the limit that holds then. */
interface Step {
  readonly wait: number;
  readonly store: string;
  readonly limit: number;
}

const waits = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 5_000 }),
  fc.constantFrom(1_000, 30_000, 59_999, 60_000, 60_001),
  // Eighths of a millisecond, which floating point adds without error.
  fc.integer({ min: 0, max: 160_000 }).map((eighths) => eighths / 8),
);
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ wait: waits, store: fc.constantFrom('a', 'b'), limit: fc.constantFrom(1, 2, 3, 20) }),
  { maxLength: 200, size: 'max' },
);

interface Admission {
  readonly store: string;
  readonly at: number;
}

/** Plays the steps in virtual time beside the definition of the limit. */
function play(
  script: readonly Step[],
): { step: Step; at: number; decision: RateDecision; expected: boolean }[] {
  let at = 0;
  const limiter = createRateLimiter({ monotonic: () => at });
  const admissions: Admission[] = [];
  return script.map((step) => {
    at += step.wait;
    const recent = admissions.filter((one) => one.store === step.store && at - one.at < rateWindowMs);
    const expected = recent.length < step.limit;
    const decision = limiter.admit(step.store, step.limit);
    if (decision.admitted) admissions.push({ store: step.store, at });
    return { step, at, decision, expected };
  });
}

describe('the rate limiter', () => {
  it('R-8-06 decides as the definition does, through changes of the limit', () => {
    fc.assert(
      fc.property(steps, (script) => {
        for (const { decision, expected } of play(script)) expect(decision.admitted).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('R-8-06 never admits more than the limit in any 60 seconds', () => {
    fc.assert(
      fc.property(
        fc.array(waits, { maxLength: 200, size: 'max' }),
        fc.constantFrom(1, 3, 20),
        (gaps, limit) => {
          const run = play(gaps.map((wait) => ({ wait, store: 'a', limit })));
          const admitted = run.filter(({ decision }) => decision.admitted).map(({ at }) => at);
          admitted.forEach((at, index) => {
            const next = admitted[index + limit];
            if (next !== undefined) expect(next - at).toBeGreaterThanOrEqual(rateWindowMs);
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('R-8-06 admits a request after Retry-After seconds, and none a second earlier', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(1, 2, 3, 20), (script, limit) => {
        let at = 0;
        const limiter = createRateLimiter({ monotonic: () => at });
        for (const step of script) {
          at += step.wait;
          limiter.admit('a', step.limit);
        }
        const rejected = limiter.admit('a', limit);
        fc.pre(!rejected.admitted);
        expect(rejected.resetAfter).toBeGreaterThanOrEqual(1);
        expect(rejected.resetAfter).toBeLessThanOrEqual(60);
        const before = at;
        at = before + (rejected.resetAfter - 1) * 1000;
        expect(limiter.admit('a', limit).admitted).toBe(false);
        at = before + rejected.resetAfter * 1000;
        expect(limiter.admit('a', limit).admitted).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('returns the remaining requests and the seconds until the reset', () => {
    const limiter = createRateLimiter({ monotonic: () => 0 });
    const seen = [1, 2, 3].map(() => limiter.admit('a', 2));
    expect(seen).toEqual([
      { admitted: true, remaining: 1, resetAfter: 60 },
      { admitted: true, remaining: 0, resetAfter: 60 },
      { admitted: false, remaining: 0, resetAfter: 60 },
    ]);
  });

  it('evicts keys that were idle for a minute', () => {
    let at = 0;
    const limiter = createRateLimiter({ monotonic: () => at });
    for (let index = 0; index < 1000; index += 1) limiter.admit(`store ${index}`, 20);
    expect(limiter.size).toBe(1000);
    at = rateWindowMs;
    for (let index = 0; index < 500; index += 1) limiter.admit('busy', 1000);
    expect(limiter.size).toBe(1);
  });
});
