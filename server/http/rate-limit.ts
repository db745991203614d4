import type { RequestHandler } from 'express';
import type { Config } from '../config/config.ts';
import { admitRequest, admitVisitor } from '../services/rate-limit.ts';
import type { RateLimiter } from '../services/rate-limiter.ts';
import { clientAddress } from './require-https.ts';
import { storeOf } from './request-context.ts';

export interface RateLimitDeps {
  readonly rateLimiter: RateLimiter;
  readonly config: Pick<Config, 'trustedProxies'>;
}

/**
 * Counts each request of an API key against the store's plan, and rejects with 429 beyond it (source 8, decision 0012).
 * Visitors have limits of their own (decision 0016).
 */
export function rateLimit(deps: RateLimitDeps): RequestHandler {
  return (request, response, next) => {
    const { visitor } = response.locals;
    if (visitor === undefined) {
      response.set(admitRequest(deps, storeOf(response)));
    } else {
      admitVisitor(deps.rateLimiter, visitor, clientAddress(request, deps.config.trustedProxies));
    }
    next();
  };
}
