import type { RequestHandler } from 'express';
import { admitRequest, admitVisitor } from '../services/rate-limit.ts';
import type { RateLimiter } from '../services/rate-limiter.ts';
import { addFields, type Fields } from './answer-fields.ts';
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
  return function rateLimitMiddleware(request, response, next) {
    const { visitor } = contextOf(request);
    if (visitor !== undefined) {
      const address = clientAddress(request, trustedProxies);
      return admitVisitor(deps.rateLimiter, visitor, address).then(() => next());
    }
    const goOn = (fields: Fields): void => {
      addFields(response, fields);
      next();
    };
    const headers = admitRequest(deps, storeOf(request));
    return headers instanceof Promise ? headers.then(goOn) : goOn(headers);
  };
}
