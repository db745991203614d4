import type { Request, RequestHandler } from 'express';
import { operations } from '../../generated/operations.ts';
import type { AuthenticatedVisitor } from '../auth/visitors.ts';
import type { Config } from '../config/config.ts';
import { admit, admitRequest, admitVisitor, limitOf } from '../services/rate-limit.ts';
import type { PlanUse } from '../services/plans.ts';
import type { RateLimiter } from '../services/rate-limiter.ts';
import { clientAddress } from './require-https.ts';
import { storeOf } from './request-context.ts';

export interface RateLimitDeps {
  readonly rateLimiter: RateLimiter;
  readonly planUse: PlanUse;
  readonly config: Pick<Config, 'trustedProxies'>;
}

/**
 * Counts each request of an API key against the store's plan, and rejects with 429 beyond it (source 8, decision 0012).
 * Visitors have limits of their own (decision 0016).
 */
export function rateLimit(deps: RateLimitDeps): RequestHandler {
  return async (request, response, next) => {
    const { visitor } = response.locals;
    if (visitor === undefined) response.set(await admitRequest(deps, storeOf(response)));
    else await countVisitor(deps, request, visitor);
    next();
  };
}

async function countVisitor(
  deps: RateLimitDeps,
  request: Request,
  visitor: AuthenticatedVisitor,
): Promise<void> {
  const address = clientAddress(request, deps.config.trustedProxies);
  // `authenticate` admits visitors to the methods of their two operations only.
  const isConfigRead = request.baseUrl + request.path === operations.getWidgetConfig.path;
  if (isConfigRead) await admit(deps.rateLimiter, limitOf.configRead(address));
  else await admitVisitor(deps, visitor, address);
}
