import type { Request, RequestHandler } from 'express';
import { operations, type OperationId } from '../../generated/operations.ts';
import type { KeyCache } from '../auth/key-cache.ts';
import { visitorTokenPrefix } from '../auth/visitor-token.ts';
import { findVisitor, type VisitorDeps } from '../auth/visitors.ts';
import { ServiceError } from '../errors.ts';

/** Finds the store of the API key or visitor token in the Authorization header, or rejects with 401 (source 5.2, 5.6). */
export function authenticate(deps: VisitorDeps & { readonly keyCache: KeyCache }): RequestHandler {
  return async (request, response, next) => {
    const token = bearerToken(request);
    if (token === undefined) throw unauthorized('an API key is required: Authorization: Bearer <API_KEY>');
    if (token.startsWith(visitorTokenPrefix)) {
      const visitor = await requireVisitor(deps, request, token);
      response.locals.visitor = visitor;
      response.locals.store = visitor.store;
    } else {
      const key = await deps.keyCache.findActive(token);
      if (key === undefined) throw unauthorized('the API key is invalid');
      response.locals.store = key.store;
      response.locals.keyHint = key.hint;
    }
    next();
  };
}

/**
 * What a widget's visitor may call; for everything else a visitor token is an invalid key. A token that names no visitor
 * reads the configuration only (decision 0016).
 */
const visitorOperations: readonly OperationId[] = ['getWidgetConfig', 'streamAgentChat'];

async function requireVisitor(deps: VisitorDeps, request: Request, token: string) {
  const path = request.baseUrl + request.path;
  const operation = visitorOperations.find(
    (id) => operations[id].path === path && operations[id].method === request.method.toLowerCase(),
  );
  if (operation === undefined) throw unauthorized('the API key is invalid');
  const { origin } = request.headers;
  const visitor =
    (await findVisitor(deps, token, origin)) ??
    (operation === 'getWidgetConfig' ? await findVisitor(deps, token, origin, 'page') : undefined);
  if (visitor === undefined) throw unauthorized('the visitor token is invalid or expired');
  return visitor;
}

// The scheme is case-insensitive, and one or more spaces follow it (decision 0028).
const bearer = /^bearer +(\S+)$/i;

/** The token of the only Authorization header; undefined where there is none, several, or another scheme. */
export function bearerToken(request: Request): string | undefined {
  const [header, ...others] = request.headersDistinct.authorization ?? [];
  return header === undefined || others.length > 0 ? undefined : bearer.exec(header)?.[1];
}

export function unauthorized(message: string): ServiceError {
  return new ServiceError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
