import type { Clock } from '../support/clock.ts';

/** One of the limits that a request must be within. */
export interface RateCheck {
  /** Names what is limited: a store, a visitor, an address. */
  readonly key: string;
  /** Requests in any 60 seconds. */
  readonly limit: number;
  /**
   * A part of `limit` that admits a request only while `newKey` has none in the window. Requests under `newKey` must
   * count under `key`, too.
   */
  readonly reserve?: { readonly requests: number; readonly newKey: string };
}

/** The decision on one request, with the values of its RateLimit headers. */
export interface RateDecision {
  readonly admitted: boolean;
  /** Requests that would still be admitted now. */
  readonly remaining: number;
  /** Whole seconds, at least 1, until more requests are admitted than now, if none come in between. */
  readonly resetAfter: number;
}

/** Counts requests by key. */
export interface RateLimiter {
  /**
   * Admits a request that every check admits, and counts it under their keys, which must differ. A rejected request
   * counts under none of them (source 8, decisions 0012 and 0016).
   */
  admit(...checks: readonly RateCheck[]): RateDecision;
  /** Number of keys in memory. */
  readonly size: number;
}

/** The window of source 8. */
export const rateWindowMs = 60_000;

/** The times of the admissions of a key, oldest first. */
type Log = number[];

/**
 * A sliding window log in this process: admits a request when fewer than `limit` were admitted in the 60 seconds
 * before it. Fixed windows and buckets admit up to twice the limit in some 60 seconds. Idle keys are evicted.
 */
export function createRateLimiter(clock: Pick<Clock, 'monotonic'>): RateLimiter {
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
    admit(...checks) {
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
  const waitUs = Math.round(Math.max(...waits) * 1000);
  return { remaining, resetAfter: Math.max(1, Math.ceil(waitUs / 1_000_000)) };
}
