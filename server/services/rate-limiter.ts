import type { RateCheck } from '../db/counted-requests.ts';

/** The decision on one request, with the values of its RateLimit headers. */
export interface RateDecision {
  readonly admitted: boolean;
  /** Requests that would still be admitted now. */
  readonly remaining: number;
  /** Whole seconds, at least 1, until more requests are admitted than now, if none come in between. */
  readonly resetAfter: number;
}

/** Counts requests by key. With SQLite in memory, with PostgreSQL in the database (decision 0053). */
export interface RateLimiter {
  /**
   * Admits a request that every check admits, and counts it under their keys, which must differ. A rejected request
   * counts under none of them (source 8, decisions 0012 and 0016). Rejects with ServiceError `unavailable`.
   */
  admit(...checks: readonly RateCheck[]): Promise<RateDecision>;
}

/** The window of source 8. */
export const rateWindowMs = 60_000;

/** Whole seconds, at least 1, that are not shorter than some microseconds. */
export function wholeSeconds(microseconds: number): number {
  return Math.max(1, Math.ceil(microseconds / 1_000_000));
}
