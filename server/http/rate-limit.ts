import type { RequestHandler } from 'express';
import { admitRequest, admitVisitor } from '../services/rate-limit.ts';
import type { RateLimiter } from '../services/rate-limiter.ts';
import { addFields } from './answer-fields.ts';
import { contextOf, storeOf } from './request-context.ts';
import { clientAddress, type ProxyRange } from './require-https.ts';

/**
 * Counts every request of a key against the store's plan, and answers 429 beyond it (source 8, decision 0012).
 * Visitors have limits of their own (decision 0016).
 */
export function rateLimit(
  deps: { readonly rateLimiter: RateLimiter },
  trustedProxies: readonly ProxyRange[],
): RequestHandler {
  return async function rateLimitMiddleware(request, response, next) {
    const { visitor } = contextOf(request);
    if (visitor === undefined) addFields(response, await admitRequest(deps, storeOf(request)));
    else await admitVisitor(deps.rateLimiter, visitor, clientAddress(request, trustedProxies));
    next();
  };
}
