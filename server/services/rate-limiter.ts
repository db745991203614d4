import type { Clock } from '../support/clock.ts';

/** The decision on one request, with the values of its RateLimit headers. */
export interface RateDecision {
  readonly admitted: boolean;
  /** Requests that would still be admitted now. */
  readonly remaining: number;
  /** Whole seconds, at least 1, until more requests are admitted than now, if none come in between. */
  readonly resetAfter: number;
}

/** Counts requests by key (a store, a visitor, an address). */
export interface RateLimiter {
  /** `limit` is requests in any 60 seconds. A rejected request does not count (source 8, decision 0012). */
  admit(key: string, limit: number): RateDecision;
  /** Number of keys in memory. */
  readonly size: number;
}

/** The window of source 8. */
export const rateWindowMs = 60_000;

/**
 * A sliding window log in this process: admits a request when fewer than `limit` were admitted in the 60 seconds
 * before it. Fixed windows and buckets admit up to twice the limit in some 60 seconds. Idle keys are evicted.
 */
export function createRateLimiter(clock: Pick<Clock, 'monotonic'>): RateLimiter {
  // The times of admissions, oldest first, by key; ordered by last admission, so that idle keys come first.
  const logs = new Map<string, number[]>();
  return {
    get size() {
      return logs.size;
    },
    admit(key, limit) {
      const now = clock.monotonic();
      evictIdle(logs, now - rateWindowMs);
      const times = logs.get(key) ?? [];
      while (times[0] !== undefined && times[0] <= now - rateWindowMs) times.shift();
      const admitted = times.length < limit;
      if (admitted) {
        times.push(now);
        logs.delete(key);
        logs.set(key, times);
      }
      const remaining = Math.max(0, limit - times.length);
      return { admitted, remaining, resetAfter: resetAfter(times, limit, now) };
    },
  };
}

// At most two for each request, which adds at most one: the map shrinks, and no request pays for all idle keys.
function evictIdle(logs: Map<string, number[]>, until: number): void {
  let evicted = 0;
  for (const [key, times] of logs) {
    if (evicted === 2 || (times.at(-1) ?? until) > until) return;
    logs.delete(key);
    evicted += 1;
  }
}

// After a limit was lowered the log may hold more than it admits: then several entries must expire.
function resetAfter(times: readonly number[], limit: number, now: number): number {
  const expiring = times[Math.max(0, times.length - limit)] ?? now;
  return Math.max(1, Math.ceil((expiring + rateWindowMs - now) / 1000));
}
