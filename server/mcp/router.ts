import { randomUUID } from 'node:crypto';
import { localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { KeyCache } from '../auth/key-cache.ts';
import type { Deps } from '../deps.ts';
import { ServiceError } from '../errors.ts';
import { bearerToken, unauthorized } from '../http/authenticate.ts';
import { maxBodyBytes } from '../http/json-body.ts';
import { abortSignalOf, storeOf } from '../http/request-context.ts';
import { loadOnce } from '../load-once.ts';
import { admitRequest } from '../services/rate-limit.ts';
import type { RateLimiter } from '../services/rate-limiter.ts';
import { maxJsonDepth, describeJsonProblem } from '../support/json.ts';
import type { Caller } from './server.ts';

/** Answers one request that has passed every guard. */
export type ServeMcp = (caller: Caller, request: Request, response: Response) => Promise<void>;

/**
 * The MCP endpoint at /mcp, for the server that `open` gives (source 4.6). The protocol's library is loaded with
 * the first request that has a key, so that the service starts sooner.
 */
export function mcpRouter(deps: Deps, open: (deps: Deps) => Promise<ServeMcp> = openTools): Router {
  const guards = loadOnce(() => import('./router.ts'));
  const opened = loadOnce(() => open(deps));
  const router = Router({ strict: true, caseSensitive: true });
  router.all(
    '/mcp',
    corsForMcp,
    authenticateMcp(deps),
    express.raw({ type: () => true, limit: maxBodyBytes, inflate: false }),
    async (request, response) => {
      const { guardRequest } = await guards();
      const caller = await guardRequest(deps, request, response);
      const serve = await opened();
      await serve(caller, request, response);
    },
  );
  return router;
}

async function openTools(deps: Deps): Promise<ServeMcp> {
  const { serveTools } = await import('./server.ts');
  return serveTools(deps);
}

/** Finds the store of the key in the query's `api_key`, or else in Authorization, or answers 401 (source 5.5, 5.6). */
export function authenticateMcp(deps: { readonly keys: KeyCache }): RequestHandler {
  return async function authenticateMcpMiddleware(request, response, next) {
    const key = keyOf(request);
    if (key === undefined) throw unauthorized('an API key is required: /mcp?api_key=<API_KEY>');
    const store = await deps.keys.findStore(key);
    if (store === undefined) throw unauthorized('the API key is invalid');
    response.locals.store = store;
    next();
  };
}

function keyOf(request: Request): string | undefined {
  const keys = new URL(request.originalUrl, 'https://service.invalid').searchParams.getAll('api_key');
  if (keys.length === 0) return bearerToken(request);
  // Of two different keys neither is the one that was meant.
  return new Set(keys).size === 1 ? keys[0] : undefined;
}

/**
 * Refuses pages of other origins, as the protocol asks. Clients that are no browsers send no Origin. Throws
 * ServiceError `origin_not_allowed`.
 */
export function checkOrigin(request: Request): void {
  if (isAllowedOrigin(request)) return;
  throw new ServiceError('origin_not_allowed', 'pages of this origin may not use the MCP endpoint');
}

/** Our own origin is known by its Host, for which over TLS no other site can speak; this machine's may come too. */
export function isAllowedOrigin(request: Request): boolean {
  const { origin, host } = request.headers;
  return origin === `https://${host}` || validateOriginHeader(origin, localhostAllowedOrigins()).ok;
}

const exposedHeaders = 'Mcp-Session-Id, Retry-After, WWW-Authenticate, X-Request-Id';
const preflightSeconds = '600';

/**
 * Lets a page read its answers where it may ask at all (decision 0020), and answers preflights, which browsers send
 * without credentials. The protocol names header fields after a tool's arguments, so any may be sent.
 */
export const corsForMcp: RequestHandler = async function corsForMcpMiddleware(request, response, next) {
  const { origin } = request.headers;
  if (origin === undefined) return next();
  response.vary('Origin');
  const { isAllowedOrigin } = await import('./router.ts');
  if (!isAllowedOrigin(request)) return next();
  response.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': exposedHeaders,
  });
  if (request.method !== 'OPTIONS' || request.get('Access-Control-Request-Method') === undefined)
    return next();
  const headers = request.get('Access-Control-Request-Headers');
  response.set({
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Max-Age': preflightSeconds,
    ...(headers === undefined ? {} : { 'Access-Control-Allow-Headers': headers }),
  });
  response.status(204).end();
};

/**
 * What an authenticated request has to pass before the protocol sees it: Origin, and the plan's rate limit. The
 * protocol's library never sees the key. Throws ServiceError `origin_not_allowed` or `rate_limited`.
 */
export async function guardRequest(
  deps: { readonly rateLimiter: RateLimiter },
  request: Request,
  response: Response,
): Promise<Caller> {
  const store = storeOf(response);
  checkOrigin(request);
  response.set(await admitRequest(deps, store));
  hideCredentials(request);
  const { log } = response.locals;
  let calls = 0;
  const countCall = async (): Promise<void> => {
    calls += 1;
    if (calls > 1) await admitRequest(deps, store);
  };
  return {
    store,
    log,
    signal: abortSignalOf(response),
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

/**
 * The JSON of a body, as the API reads it: within its size and depth (decision 0025). undefined where there is none,
 * or what is no JSON: the protocol has an answer of its own to that. Throws ServiceError `payload_too_large`,
 * `invalid_request`.
 */
export async function readMessage(request: Request): Promise<unknown> {
  const body = parse(String(request.body ?? ''));
  if (!isDeeperThan(maxJsonDepth, body)) return body;
  throw new ServiceError('invalid_request', describeJsonProblem({ rule: 'depth', field: [] }));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
