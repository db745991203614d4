import { randomUUID } from 'node:crypto';
import { localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server';
import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { KeyCache } from '../auth/key-cache.ts';
import type { Deps } from '../deps.ts';
import { ServiceError } from '../errors.ts';
import { bearerToken, unauthorized } from '../http/authenticate.ts';
import { maxBodyBytes, rejectLargeBody } from '../http/json-body.ts';
import { methodNotAllowed } from '../http/middleware.ts';
import { abortSignalOf, storeOf } from '../http/request-context.ts';
import { clientAddress } from '../http/require-https.ts';
import { keyActor } from '../services/audit.ts';
import { admitRequest } from '../services/rate-limit.ts';
import { describeJsonProblem, maxJsonDepth } from '../support/json.ts';
import { serveMcp } from './server.ts';
import type { Caller } from './service-tool.ts';

/** The MCP endpoint at /mcp (source 4.6, decision 0020): 401, 403, 429, 405, 413 and 400 precede the protocol. */
export function mcpRouter(deps: Deps): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const serve = serveMcp(deps);
  router
    .route('/mcp')
    .all(cors, authenticateMcp(deps), requireAllowedOrigin, rateLimitMcp(deps))
    .post(rejectLargeBody(maxBodyBytes), rawBody, async (request, response) => {
      const message = parseMessage(request.body);
      const caller = callerOf(deps, request, response);
      hideCredentials(request);
      await serve(caller, request, response, message);
    })
    .all(methodNotAllowed(['POST']));
  return router;
}

/** Finds the store of the key in the query's `api_key`, else in Authorization. Throws `unauthorized` (source 5.5, 5.6). */
function authenticateMcp(deps: { readonly keyCache: KeyCache }): RequestHandler {
  return async (request, response, next) => {
    const text = keyOf(request);
    if (text === undefined) throw unauthorized('an API key is required: /mcp?api_key=<API_KEY>');
    const key = await deps.keyCache.findActive(text);
    if (key === undefined) throw unauthorized('the API key is invalid');
    response.locals.store = key.store;
    response.locals.keyHint = key.hint;
    next();
  };
}

function keyOf(request: Request): string | undefined {
  const keys = new URL(request.originalUrl, 'https://service.invalid').searchParams.getAll('api_key');
  if (keys.length === 0) return bearerToken(request);
  // Two different keys are ambiguous.
  return new Set(keys).size === 1 ? keys[0] : undefined;
}

/** Rejects pages of other origins, as the protocol requires. Only browsers send Origin. */
const requireAllowedOrigin: RequestHandler = (request, _response, next) => {
  if (isAllowedOrigin(request)) return next();
  throw new ServiceError('origin_not_allowed', 'pages of this origin may not use the MCP endpoint');
};

/** Allows the service's own origin, which TLS binds to Host, and pages of this machine. */
function isAllowedOrigin(request: Request): boolean {
  const { origin, host } = request.headers;
  return origin === `https://${host}` || validateOriginHeader(origin, localhostAllowedOrigins()).ok;
}

/**
 * Lets pages of allowed origins read responses, and responds to their preflights, which carry no credentials. Any header is
 * allowed: the protocol names headers after a tool's arguments.
 */
const cors: RequestHandler = (request, response, next) => {
  const { origin } = request.headers;
  if (origin === undefined) return next();
  response.vary('Origin');
  if (!isAllowedOrigin(request)) return next();
  response.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Mcp-Session-Id, Retry-After, WWW-Authenticate, X-Request-Id',
  });
  const isPreflight = request.method === 'OPTIONS' && request.get('Access-Control-Request-Method');
  if (!isPreflight) return next();
  const headers = request.get('Access-Control-Request-Headers');
  if (headers !== undefined) response.set('Access-Control-Allow-Headers', headers);
  response.set({ 'Access-Control-Allow-Methods': 'POST', 'Access-Control-Max-Age': '600' });
  response.status(204).end();
};

type LimitDeps = Pick<Deps, 'rateLimiter' | 'planUse'>;

/** Counts each request against the store's plan. Throws ServiceError `rate_limited`. */
function rateLimitMcp(deps: LimitDeps): RequestHandler {
  return async (_request, response, next) => {
    response.set(await admitRequest(deps, storeOf(response)));
    next();
  };
}

/** Reads a body of any Content-Type: the protocol checks the type itself. */
const rawBody = express.raw({ type: () => true, limit: maxBodyBytes, inflate: false });

/**
 * Parses a body as JSON; undefined for an empty or invalid one, which the protocol rejects itself. Throws ServiceError
 * `invalid_request` for JSON that is nested too deep (decision 0025).
 */
function parseMessage(body: Buffer | undefined): unknown {
  let message: unknown;
  try {
    message = JSON.parse(String(body));
  } catch {
    return undefined;
  }
  if (!isDeeperThan(maxJsonDepth, message)) return message;
  throw new ServiceError('invalid_request', describeJsonProblem({ rule: 'depth', field: [] }));
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}

function callerOf(deps: LimitDeps & Pick<Deps, 'config'>, request: Request, response: Response): Caller {
  const store = storeOf(response);
  const { log, keyHint } = response.locals;
  let calls = 0;
  const countCall = async (): Promise<void> => {
    calls += 1;
    if (calls > 1) await admitRequest(deps, store);
  };
  const actor = keyActor(keyHint, clientAddress(request, deps.config.trustedProxies));
  const [signal, session] = [abortSignalOf(response), sessionOf(request, response)];
  return { store, actor, log, signal, countCall, session };
}

/** Returns the client's session id, or issues one to a 2025 client, whose first request names no revision yet. */
function sessionOf(request: Request, response: Response): string {
  const given = request.get('Mcp-Session-Id');
  if (given !== undefined) return given;
  const session = randomUUID();
  if (request.get('Mcp-Protocol-Version') === undefined) response.set('Mcp-Session-Id', session);
  return session;
}

/** Removes the API key from the request before the protocol's library gets it (source 5.9). */
function hideCredentials(request: Request): void {
  request.url = '/mcp';
  request.originalUrl = '/mcp';
  delete request.headers.authorization;
  // The library builds a URL from Host, which may be malformed.
  request.headers.host = 'localhost';
}
