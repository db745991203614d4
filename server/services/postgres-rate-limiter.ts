import { databaseDeadline, type Guard, isInTime, withoutDatabaseDeadline } from '../db/guard.ts';
import type { Admission, RateCheck, CountedRequests } from '../db/counted-requests.ts';
import type { Clock } from '../support/clock.ts';
import { setNewest } from '../support/newest-entries.ts';
import { type RateDecision, type RateLimiter, wholeSeconds } from './rate-limiter.ts';

interface PostgresLimiterDeps {
  readonly counted: CountedRequests;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly guard: Guard;
}

/**
 * A sliding window log in PostgreSQL, exact over all processes (decision 0053). One call is in progress at a time and
 * carries all requests that arrived during the one before. What the database has rejected is rejected here until it could
 * be admitted. Rejects with ServiceError `unavailable` at the request's deadline for the database.
 */
export function createPostgresRateLimiter({ counted, clock, guard }: PostgresLimiterDeps): RateLimiter {
  const rejections = createRejections(clock);
  const decide = gather(async (requests) => {
    const sentAt = clock.monotonic();
    const admissions = await counted.admit(requests);
    admissions.forEach((admission, index) => rejections.add(requests[index] ?? [], admission, sentAt));
    return admissions;
  });
  const evictIdle = createEviction(counted, clock);
  return {
    async admit(...checks) {
      const rejection = rejections.find(checks);
      if (rejection !== undefined) return rejection;
      evictIdle();
      const { waitUs, ...decision } = await guard(() => decide(checks));
      return { ...decision, resetAfter: wholeSeconds(waitUs) };
    },
  };
}

interface Rejection {
  readonly checks: string;
  /** By `clock.monotonic()`: the database is not asked before. */
  readonly until: number;
  /** By `clock.monotonic()`: the request is admitted then, if no other comes first. */
  readonly opensAt: number;
}

const maxRejections = 10_000;

/** The database's clock may run so much faster than this process's. */
const clockTolerance = 0.001;

/**
 * The last rejection of each set of keys. Nothing admits the same request sooner: more admissions only prolong its wait. A
 * request with other limits is another one.
 */
function createRejections(clock: Pick<Clock, 'monotonic'>) {
  const rejections = new Map<string, Rejection>();
  return {
    find(checks: readonly RateCheck[]): RateDecision | undefined {
      const rejection = rejections.get(namesOf(checks));
      const now = clock.monotonic();
      if (rejection === undefined || now >= rejection.until) return undefined;
      if (rejection.checks !== JSON.stringify(checks)) return undefined;
      const waitUs = Math.round((rejection.opensAt - now) * 1000);
      return { admitted: false, remaining: 0, resetAfter: wholeSeconds(waitUs) };
    },
    /** Adds what the database has decided between `sentAt` and now. */
    add(checks: readonly RateCheck[], { admitted, waitUs }: Admission, sentAt: number): void {
      const names = namesOf(checks);
      rejections.delete(names);
      if (admitted) return;
      const waitMs = waitUs / 1000;
      const until = sentAt + waitMs * (1 - clockTolerance);
      const opensAt = clock.monotonic() + waitMs;
      setNewest(rejections, names, { checks: JSON.stringify(checks), until, opensAt }, maxRejections);
    },
  };
}

function namesOf(checks: readonly RateCheck[]): string {
  return JSON.stringify(checks.map(({ key }) => key));
}

interface WaitingRequest {
  readonly checks: readonly RateCheck[];
  /** By `performance.now()`: what has not been sent by then is not counted. */
  readonly deadline: number;
  resolve(admission: Admission): void;
  reject(error: unknown): void;
}

/** Holds the locks of busy keys for some milliseconds at most. */
const maxRequestsPerCall = 500;

type Decide = (requests: readonly (readonly RateCheck[])[]) => Promise<Admission[]>;

/** Returns a function that decides one request, together with those that arrive while a call is in progress. */
function gather(decide: Decide): (checks: readonly RateCheck[]) => Promise<Admission> {
  const waiting: WaitingRequest[] = [];
  let isCalling = false;
  const callAll = async (): Promise<void> => {
    isCalling = true;
    while (waiting.length > 0) {
      await callOnce(decide, waiting.splice(0, maxRequestsPerCall).filter(isInTime));
    }
    isCalling = false;
  };
  return (checks) =>
    new Promise((resolve, reject) => {
      waiting.push({ checks, deadline: databaseDeadline() ?? Infinity, resolve, reject });
      // The call is not that of one request.
      if (!isCalling) void withoutDatabaseDeadline(callAll);
    });
}

/** Settles every request. */
async function callOnce(decide: Decide, requests: readonly WaitingRequest[]): Promise<void> {
  if (requests.length === 0) return;
  try {
    const admissions = await decide(requests.map(({ checks }) => checks));
    requests.forEach(({ resolve, reject }, index) => {
      const admission = admissions[index];
      if (admission === undefined) reject(new Error('rate_limit_admit returned too few rows'));
      else resolve(admission);
    });
  } catch (error) {
    for (const { reject } of requests) reject(error);
  }
}

const evictionIntervalMs = 10_000;

/** Returns a function that deletes idle keys of the database, at most every 10 s. */
function createEviction(counted: CountedRequests, clock: Pick<Clock, 'monotonic'>): () => void {
  let nextAt = clock.monotonic() + evictionIntervalMs;
  return () => {
    const now = clock.monotonic();
    if (now < nextAt) return;
    nextAt = now + evictionIntervalMs;
    // Keys that could not be deleted are deleted the next time.
    withoutDatabaseDeadline(() => counted.deleteIdle()).catch(() => undefined);
  };
}
