import type { RequestHandler } from 'express';
import { admitRequest } from '../rate-limit/admit-request.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import { storeOf } from './request-context.ts';

/** Counts every authenticated request of the store, and answers 429 beyond its plan (source 8, decision 0012). */
export function rateLimit(deps: { readonly rateLimiter: RateLimiter }): RequestHandler {
  return async function rateLimitMiddleware(request, response, next) {
    const headers = await admitRequest(deps, storeOf(request));
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    next();
  };
}
