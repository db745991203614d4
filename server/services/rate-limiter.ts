import type { Clock } from '../support/clock.ts';

/** The verdict on one request, with what the header fields say. */
export interface RateDecision {
  readonly admitted: boolean;
  /** Requests that would still be admitted now. */
  readonly remaining: number;
  /** Whole seconds, at least 1, until more will be admitted than now, if nobody else asks. */
  readonly resetAfter: number;
}

/** Counts the requests of stores. The answer may be a promise, so that processes can share one count. */
export interface RateLimiter {
  /** `limit` is requests in any 60 seconds. A request that is not admitted does not count (source 8, decision 0012). */
  admit(storeId: string, limit: number): RateDecision | Promise<RateDecision>;
}

/** The window of source 8, in milliseconds. */
export const rateWindow = 60_000;

export interface ExactRateLimiter extends RateLimiter {
  admit(storeId: string, limit: number): RateDecision;
  /** Stores that are remembered now. */
  readonly stores: number;
}

/**
 * Admits a request when fewer than `limit` were admitted in the 60 seconds before it: never more than `limit` in
 * any 60 seconds, wherever they begin. Windows and buckets admit up to twice that. Remembers each store's last
 * minute in this process, and nothing of a store that has been silent for one.
 */
export function createExactRateLimiter(clock: Pick<Clock, 'monotonic'>): ExactRateLimiter {
  // In the order of their last admission, so that silent stores are at the front.
  const logs = new Map<string, AdmissionLog>();
  let newest: AdmissionLog | undefined;
  return {
    get stores() {
      return logs.size;
    },
    admit(storeId, limit) {
      const now = clock.monotonic();
      forgetSilent(logs, now);
      const known = logs.get(storeId);
      const log = known ?? new AdmissionLog();
      log.dropUntil(now - rateWindow);
      const admitted = log.size < limit;
      if (admitted) {
        log.push(now);
        // Most often the store that asks is the one that has just asked, and stands last.
        if (known === undefined || log !== newest) {
          logs.delete(storeId);
          logs.set(storeId, log);
          newest = log;
        }
      }
      return { admitted, remaining: Math.max(0, limit - log.size), resetAfter: resetAfter(log, limit, now) };
    },
  };
}

// Two for each that may come in, so that the map shrinks at a bounded cost.
function forgetSilent(logs: Map<string, AdmissionLog>, now: number): void {
  let looks = 2;
  for (const [storeId, log] of logs) {
    if (looks === 0 || log.at(log.size - 1) > now - rateWindow) return;
    logs.delete(storeId);
    looks -= 1;
  }
}

// A limit that was lowered may leave more in the log than it admits: then several have to leave.
function resetAfter(log: AdmissionLog, limit: number, now: number): number {
  const leaving = log.at(Math.max(0, log.size - limit));
  return Math.max(1, Math.ceil((leaving + rateWindow - now) / 1000));
}

const smallestCapacity = 16;

/** The times of admissions, oldest first, in a ring that grows to what the limit needs. */
export class AdmissionLog {
  #times = new Float64Array(smallestCapacity);
  #start = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The time at `index`, 0 being the oldest. `index` must be below `size`. */
  at(index: number): number {
    return this.#times[(this.#start + index) % this.#times.length] ?? Number.NaN;
  }

  push(time: number): void {
    if (this.#size === this.#times.length) this.#grow();
    this.#times[(this.#start + this.#size) % this.#times.length] = time;
    this.#size += 1;
  }

  /** Forgets every time up to and including `time`. */
  dropUntil(time: number): void {
    while (this.#size > 0 && this.at(0) <= time) {
      this.#start = (this.#start + 1) % this.#times.length;
      this.#size -= 1;
    }
  }

  #grow(): void {
    const grown = new Float64Array(this.#times.length * 2);
    for (let index = 0; index < this.#size; index += 1) grown[index] = this.at(index);
    this.#times = grown;
    this.#start = 0;
  }
}
