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
