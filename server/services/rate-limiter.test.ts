import fc from 'fast-check';
import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPostgres } from '../db/connect.ts';
import { createCountedRequests, type RateCheck } from '../db/counted-requests.ts';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import { createPostgresRateLimiter } from './postgres-rate-limiter.ts';
import { type RateDecision, type RateLimiter, rateWindowMs } from './rate-limiter.ts';

/** Creates a limiter without counted requests, at a time in milliseconds. */
type NewLimiter = (monotonic: () => number) => RateLimiter;

let limiters = 0;

/** The limiter of a database, in virtual time. */
function createLimiter(db: Knex, monotonic: () => number): RateLimiter {
  if (!isPostgres(db)) return createMemoryRateLimiter({ monotonic });
  limiters += 1;
  const prefix = `${limiters} `;
  const own = (check: RateCheck): RateCheck => ({
    ...check,
    key: prefix + check.key,
    ...(check.reserve && { reserve: { ...check.reserve, newKey: prefix + check.reserve.newKey } }),
  });
  const real = createCountedRequests(db, (call) => call());
  // A time after the present, at which no key is idle by the database's clock.
  const atSeconds = (): number => 2_000_000_000 + monotonic() / 1000;
  const counted = {
    ...real,
    admit: (requests: readonly (readonly RateCheck[])[]) =>
      real.admit(
        requests.map((checks) => checks.map(own)),
        atSeconds(),
      ),
  };
  return createPostgresRateLimiter({ counted, clock: { monotonic }, guard: (call) => call() });
}

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

interface Played {
  readonly at: number;
  readonly decision: RateDecision;
  readonly expected: boolean;
}

const numRunsOf = (name: string): number => (name === 'SQLite' ? 300 : 10);

/** Plays the steps in virtual time beside the definition of the limit. */
async function play(newLimiter: NewLimiter, script: readonly Step[]): Promise<Played[]> {
  let at = 0;
  const limiter = newLimiter(() => at);
  const admissions: Admission[] = [];
  const played: Played[] = [];
  for (const step of script) {
    at += step.wait;
    const recent = admissions.filter((one) => one.store === step.store && at - one.at < rateWindowMs);
    const expected = recent.length < step.limit;
    const decision = await limiter.admit({ key: step.store, limit: step.limit });
    if (decision.admitted) admissions.push({ store: step.store, at });
    played.push({ at, decision, expected });
  }
  return played;
}

describe.each(databases)('the rate limiter with $name', ({ name, create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());
  const newLimiter: NewLimiter = (monotonic) => createLimiter(database.db, monotonic);
  const numRuns = numRunsOf(name);

  it('R-8-06 decides as the definition does, through changes of the limit', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        for (const { decision, expected } of await play(newLimiter, script))
          expect(decision.admitted).toBe(expected);
      }),
      { numRuns },
    );
  });

  it('R-8-06 never admits more than the limit in any 60 seconds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(waits, { maxLength: 200, size: 'max' }),
        fc.constantFrom(1, 3, 20),
        async (gaps, limit) => {
          const run = await play(
            newLimiter,
            gaps.map((wait) => ({ wait, store: 'a', limit })),
          );
          const admitted = run.filter(({ decision }) => decision.admitted).map(({ at }) => at);
          admitted.forEach((at, index) => {
            const next = admitted[index + limit];
            if (next !== undefined) expect(next - at).toBeGreaterThanOrEqual(rateWindowMs);
          });
        },
      ),
      { numRuns },
    );
  });

  it('R-8-11 admits a request after Retry-After seconds, and none a second earlier', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.constantFrom(1, 2, 3, 20), async (script, limit) => {
        let at = 0;
        const limiter = newLimiter(() => at);
        for (const step of script) {
          at += step.wait;
          await limiter.admit({ key: 'a', limit: step.limit });
        }
        const rejected = await limiter.admit({ key: 'a', limit });
        fc.pre(!rejected.admitted);
        expect(rejected.resetAfter).toBeGreaterThanOrEqual(1);
        expect(rejected.resetAfter).toBeLessThanOrEqual(60);
        const before = at;
        at = before + (rejected.resetAfter - 1) * 1000;
        expect((await limiter.admit({ key: 'a', limit })).admitted).toBe(false);
        at = before + rejected.resetAfter * 1000;
        expect((await limiter.admit({ key: 'a', limit })).admitted).toBe(true);
      }),
      { numRuns },
    );
  });

  it('returns the remaining requests and the seconds until the reset', async () => {
    const limiter = newLimiter(() => 0);
    const seen = [];
    for (let index = 0; index < 3; index += 1) seen.push(await limiter.admit({ key: 'a', limit: 2 }));
    expect(seen).toEqual([
      { admitted: true, remaining: 1, resetAfter: 60 },
      { admitted: true, remaining: 0, resetAfter: 60 },
      { admitted: false, remaining: 0, resetAfter: 60 },
    ]);
  });
});

describe('the rate limiter in memory', () => {
  it('evicts keys that were idle for a minute', async () => {
    let at = 0;
    const limiter = createMemoryRateLimiter({ monotonic: () => at });
    for (let index = 0; index < 1000; index += 1) await limiter.admit({ key: `store ${index}`, limit: 20 });
    expect(limiter.size).toBe(1000);
    at = rateWindowMs;
    for (let index = 0; index < 500; index += 1) await limiter.admit({ key: 'busy', limit: 1000 });
    expect(limiter.size).toBe(1);
  });
});

/** A request of a visitor from an address. */
interface Visit {
  readonly wait: number;
  readonly visitor: string;
  readonly address: string;
}

const visits: fc.Arbitrary<Visit[]> = fc.array(
  fc.record({
    wait: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, waits),
    visitor: fc.constantFrom('v1', 'v2', 'v3', 'v4'),
    address: fc.constantFrom('a1', 'a2'),
  }),
  { maxLength: 60, size: 'max' },
);

interface Limits {
  readonly visitor: number;
  readonly address: number;
  readonly chatbot: number;
  readonly reserved: number;
}

const limits: fc.Arbitrary<Limits> = fc.record({
  visitor: fc.integer({ min: 1, max: 6 }),
  address: fc.integer({ min: 1, max: 8 }),
  chatbot: fc.integer({ min: 2, max: 10 }),
  reserved: fc.integer({ min: 0, max: 2 }),
});

function checksOf({ visitor, address }: Visit, max: Limits): RateCheck[] {
  const reserve = { requests: max.reserved, newKey: visitor };
  return [
    { key: visitor, limit: max.visitor },
    { key: address, limit: max.address },
    { key: 'chatbot', limit: max.chatbot, reserve },
  ];
}

/** The definition of the limits: the part of the chatbot that is reserved admits visitors without recent requests. */
function isWithin(visit: Visit, recent: readonly Visit[], max: Limits): boolean {
  const ofVisitor = recent.filter(({ visitor }) => visitor === visit.visitor).length;
  const ofAddress = recent.filter(({ address }) => address === visit.address).length;
  const forVisitor = ofVisitor > 0 ? max.chatbot - max.reserved : max.chatbot;
  return ofVisitor < max.visitor && ofAddress < max.address && recent.length < forVisitor;
}

describe.each(databases)('several limits checked together with $name', ({ name, create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());
  const newLimiter: NewLimiter = (monotonic) => createLimiter(database.db, monotonic);
  const numRuns = numRunsOf(name);

  it('R-4.5-10 admit what all of them admit, and a rejected request counts against none', async () => {
    await fc.assert(
      fc.asyncProperty(visits, limits, async (script, max) => {
        let at = 0;
        const limiter = newLimiter(() => at);
        const past: { readonly visit: Visit; readonly at: number }[] = [];
        for (const visit of script) {
          at += visit.wait;
          const recent = past.filter((one) => at - one.at < rateWindowMs).map((one) => one.visit);
          const { admitted } = await limiter.admit(...checksOf(visit, max));
          expect(admitted).toBe(isWithin(visit, recent, max));
          if (admitted) past.push({ visit, at });
        }
      }),
      { numRuns },
    );
  });

  it('R-4.5-10 admit a rejected request after Retry-After seconds, and not a second earlier', async () => {
    await fc.assert(
      fc.asyncProperty(visits, limits, limits, async (script, before, max) => {
        let at = 0;
        const limiter = newLimiter(() => at);
        let last: Visit | undefined;
        for (const visit of script) {
          at += visit.wait;
          if (!(await limiter.admit(...checksOf(visit, before))).admitted) last = visit;
        }
        fc.pre(last !== undefined);
        const decision = await limiter.admit(...checksOf(last, max));
        fc.pre(!decision.admitted);
        expect(decision.resetAfter).toBeLessThanOrEqual(60);
        at += (decision.resetAfter - 1) * 1000;
        expect((await limiter.admit(...checksOf(last, max))).admitted).toBe(false);
        at += 1000;
        expect((await limiter.admit(...checksOf(last, max))).admitted).toBe(true);
      }),
      { numRuns },
    );
  });

  it('R-4.5-10 report the requests that the tightest limit still admits', async () => {
    const limiter = newLimiter(() => 0);
    const visit = { wait: 0, visitor: 'v1', address: 'a1' };
    const max = { visitor: 3, address: 2, chatbot: 10, reserved: 2 };
    const seen = [];
    for (let index = 0; index < 3; index += 1) seen.push(await limiter.admit(...checksOf(visit, max)));
    expect(seen.map(({ admitted, remaining }) => [admitted, remaining])).toEqual([
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
  });
});
