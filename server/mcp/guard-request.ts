import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { contextOf, storeOf } from '../http/request-context.ts';
import { admitRequest } from '../rate-limit/admit-request.ts';
import type { RateLimiter } from '../rate-limit/rate-limiter.ts';
import type { Caller } from './caller.ts';
import { checkOrigin } from './check-origin.ts';

/**
 * What an authenticated request has to pass before the protocol sees it: Origin, and the plan's rate limit. The
 * protocol's library never sees the key. Throws ServiceError `origin_not_allowed` or `rate_limited`.
 */
export async function guardRequest(
  deps: { readonly rateLimiter: RateLimiter },
  request: Request,
  response: Response,
): Promise<Caller> {
  const store = storeOf(request);
  checkOrigin(request);
  response.set(await admitRequest(deps, store));
  hideCredentials(request);
  const { log, controller } = contextOf(request);
  let calls = 0;
  const countCall = async (): Promise<void> => {
    calls += 1;
    if (calls > 1) await admitRequest(deps, store);
  };
  return {
    store,
    log,
    signal: controller.signal,
    countCall,
    session: sessionOf(request, response),
  };
}

/** Whatever the library does with the request it was given, it never had the key (source 5.9). */
function hideCredentials(request: Request): void {
  request.url = '/mcp';
  request.originalUrl = '/mcp';
  delete request.headers.authorization;
  // A URL is built of it, and only checkOrigin cares what it says.
  request.headers.host = 'localhost';
}

/** A client of 2025 is given a session with its first request, which is the one that names no revision yet. */
function sessionOf(request: Request, response: Response): string {
  const given = request.get('Mcp-Session-Id');
  if (given !== undefined) return given;
  const session = randomUUID();
  if (request.get('Mcp-Protocol-Version') === undefined) response.set('Mcp-Session-Id', session);
  return session;
}
