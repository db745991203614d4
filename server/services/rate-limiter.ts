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
  // Ordered by last admission, so that idle keys come first.
  const logs = new Map<string, AdmissionLog>();
  return {
    get size() {
      return logs.size;
    },
    admit(key, limit) {
      const now = clock.monotonic();
      evictIdle(logs, now - rateWindowMs);
      const log = logs.get(key) ?? new AdmissionLog();
      log.dropUntil(now - rateWindowMs);
      const admitted = log.size < limit;
      if (admitted) {
        log.push(now);
        logs.delete(key);
        logs.set(key, log);
      }
      return { admitted, remaining: Math.max(0, limit - log.size), resetAfter: resetAfter(log, limit, now) };
    },
  };
}

// At most two for each request, which adds at most one: the map shrinks, and no request pays for all idle keys.
function evictIdle(logs: Map<string, AdmissionLog>, until: number): void {
  let evicted = 0;
  for (const [key, log] of logs) {
    if (evicted === 2 || log.at(log.size - 1) > until) return;
    logs.delete(key);
    evicted += 1;
  }
}

// After a limit was lowered the log may hold more than it admits: then several entries must expire.
function resetAfter(log: AdmissionLog, limit: number, now: number): number {
  const expiring = log.at(Math.max(0, log.size - limit));
  return Math.max(1, Math.ceil((expiring + rateWindowMs - now) / 1000));
}

/** The times of admissions, oldest first. */
class AdmissionLog {
  #times: number[] = [];
  #start = 0;

  get size(): number {
    return this.#times.length - this.#start;
  }

  /** The time at `index`, which must be below `size`; 0 is the oldest. */
  at(index: number): number {
    return this.#times[this.#start + index] ?? Number.NaN;
  }

  push(time: number): void {
    this.#times.push(time);
  }

  dropUntil(time: number): void {
    while (this.size > 0 && this.at(0) <= time) this.#start += 1;
    // Not for every dropped entry: removing the first element of a long array moves all others.
    if (this.#start * 2 <= this.#times.length) return;
    this.#times = this.#times.slice(this.#start);
    this.#start = 0;
  }
}
