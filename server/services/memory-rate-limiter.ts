import type { RateCheck } from '../db/counted-requests.ts';
import type { Clock } from '../support/clock.ts';
import { type RateDecision, type RateLimiter, rateWindowMs, wholeSeconds } from './rate-limiter.ts';

/** A limiter in this process. */
export interface MemoryRateLimiter extends RateLimiter {
  /** Number of keys in memory. */
  readonly size: number;
}

/** The times of the admissions of a key, oldest first. */
type Log = number[];

/**
 * A sliding window log in this process: admits a request when fewer than `limit` were admitted in the 60 seconds
 * before it. Fixed windows and buckets admit up to twice the limit in some 60 seconds. Idle keys are evicted.
 */
export function createMemoryRateLimiter(clock: Pick<Clock, 'monotonic'>): MemoryRateLimiter {
  // Ordered by last admission, so that idle keys come first.
  const logs = new Map<string, Log>();
  const count = (key: string, now: number): void => {
    const log = logs.get(key) ?? [];
    log.push(now);
    logs.delete(key);
    logs.set(key, log);
  };
  return {
    get size() {
      return logs.size;
    },
    async admit(...checks) {
      const now = clock.monotonic();
      // A request adds at most one key a check: the map shrinks, and no request pays for all idle keys.
      evictIdle(logs, now - rateWindowMs, 2 * checks.length);
      const states = (): LimitState[] => checks.map((check) => stateOf(logs, check, now));
      const admitted = states().every(({ remaining }) => remaining > 0);
      if (admitted) for (const { key } of checks) count(key, now);
      return { admitted, ...tightest(states()) };
    },
  };
}

function evictIdle(logs: Map<string, Log>, until: number, max: number): void {
  let evicted = 0;
  for (const [key, log] of logs) {
    if (evicted === max || (log.at(-1) ?? until) > until) return;
    logs.delete(key);
    evicted += 1;
  }
}

/** What a limit still admits. */
interface LimitState {
  readonly remaining: number;
  /** Until it admits more, if no request comes in between. */
  readonly growsAfterMs: number;
}

function stateOf(
  logs: ReadonlyMap<string, Log>,
  { key, limit, reserve }: RateCheck,
  now: number,
): LimitState {
  const log = recent(logs, key, now);
  const whole = stateWithin(limit, log, now);
  if (reserve === undefined) return whole;
  const last = recent(logs, reserve.newKey, now).at(-1);
  if (last === undefined) return whole;
  const { remaining, growsAfterMs } = stateWithin(limit - reserve.requests, log, now);
  // The reserve admits it again once `newKey` is idle and the limit admits more.
  const opensAfterMs = Math.max(last + rateWindowMs - now, whole.growsAfterMs);
  return { remaining, growsAfterMs: Math.min(growsAfterMs, opensAfterMs) };
}

// After a limit was lowered the log may hold more than it admits: then several entries must expire.
function stateWithin(limit: number, log: Readonly<Log>, now: number): LimitState {
  const expiring = log[Math.max(0, log.length - limit)] ?? now;
  return { remaining: Math.max(0, limit - log.length), growsAfterMs: expiring + rateWindowMs - now };
}

/** Removes the entries that left the window; the rest is the number that counts. */
function recent(logs: ReadonlyMap<string, Log>, key: string, now: number): Readonly<Log> {
  const log = logs.get(key) ?? [];
  while (log[0] !== undefined && log[0] <= now - rateWindowMs) log.shift();
  return log;
}

/** The state of all limits together: those that admit the fewest requests must all admit more. */
function tightest(states: readonly LimitState[]): Pick<RateDecision, 'remaining' | 'resetAfter'> {
  const remaining = Math.min(...states.map((state) => state.remaining));
  const waits = states.filter((state) => state.remaining === remaining).map((state) => state.growsAfterMs);
  // Whole microseconds: what is left of adding 60 s and subtracting it again would count as a second.
  return { remaining, resetAfter: wholeSeconds(Math.round(Math.max(...waits) * 1000)) };
}
