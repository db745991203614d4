/** The verdict on one request, with what is left for the header fields. */
export interface RateDecision {
  readonly admitted: boolean;
  /** Requests that would still be admitted now. */
  readonly remaining: number;
  /** Whole seconds until one more request will be admitted if nobody else asks; 0 when one would be now. */
  readonly retryAfter: number;
  /** Whole seconds until the whole limit is free again. */
  readonly resetAfter: number;
}

/** Counts the requests of stores. The answer may be a promise, so that processes can share one count. */
export interface RateLimiter {
  /** `limit` is requests in any 60 seconds. A request that is not admitted does not count (source 8, decision 0012). */
  admit(storeId: string, limit: number): RateDecision | Promise<RateDecision>;
}
