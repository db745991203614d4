import type { StoreRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { limitsOf } from '../services/plans.ts';
import type { RateDecision, RateLimiter } from './rate-limiter.ts';

type Headers = Readonly<Record<string, string>>;

const none: Headers = {};

/**
 * Counts one request of a store against its plan and returns the header fields that say what is left, at once where
 * the limiter answers at once. None for a store without a limit. Throws ServiceError `rate_limited` with Retry-After
 * in whole seconds (source 7, 8).
 */
export function admitRequest(
  deps: { readonly rateLimiter: RateLimiter },
  store: StoreRecord,
): Headers | Promise<Headers> {
  const limit = limitsOf(store).requestsPerMinute;
  if (limit === null) return none;
  const decision = deps.rateLimiter.admit(store.id, limit);
  if (!(decision instanceof Promise)) return headersOf(decision, limit);
  return decision.then((decided) => headersOf(decided, limit));
}

function headersOf({ admitted, remaining, resetAfter }: RateDecision, limit: number): Headers {
  const headers = {
    'RateLimit-Policy': `"minute";q=${limit};w=60`,
    RateLimit: `"minute";r=${remaining};t=${resetAfter}`,
  };
  if (admitted) return headers;
  throw new ServiceError(
    'rate_limited',
    `the rate limit of ${limit} requests a minute is exceeded: retry after ${resetAfter} s`,
    { headers: { ...headers, 'Retry-After': String(resetAfter) } },
  );
}
