import type { StoreRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { limitsOf } from '../services/plans.ts';
import type { RateLimiter } from './rate-limiter.ts';

/**
 * Counts one request of a store against its plan and returns the header fields that say what is left. None for a
 * store without a limit. Throws ServiceError `rate_limited` with Retry-After in whole seconds (source 7, 8).
 */
export async function admitRequest(
  deps: { readonly rateLimiter: RateLimiter },
  store: StoreRecord,
): Promise<Readonly<Record<string, string>>> {
  const limit = limitsOf(store).requestsPerMinute;
  if (limit === null) return {};
  const { admitted, remaining, resetAfter } = await deps.rateLimiter.admit(store.id, limit);
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
