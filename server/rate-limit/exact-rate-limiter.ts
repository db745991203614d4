import type { Clock } from '../clock.ts';
import { AdmissionLog } from './admission-log.ts';
import type { RateDecision, RateLimiter } from './rate-limiter.ts';

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
