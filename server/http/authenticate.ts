import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { OperationId } from '../../generated/operations.ts';
import type { KeyCache } from '../auth/key-cache.ts';
import { visitorTokenPrefix } from '../auth/visitor-token.ts';
import { findVisitor, type VisitorDeps } from '../auth/visitors.ts';
import { ServiceError } from '../errors.ts';
import { operationAt } from './api.ts';
import { contextOf, type RequestContext } from './request-context.ts';

/** Finds the store of the key in the Authorization header, or answers 401 (source 5.2, 5.6). */
export function authenticate(deps: VisitorDeps & { readonly keys: KeyCache }): RequestHandler {
  return async function authenticateMiddleware(request, _response, next) {
    const token = bearerToken(request);
    if (token === undefined) throw unauthorized('an API key is required: Authorization: Bearer <API_KEY>');
    const context = contextOf(request);
    if (token.startsWith(visitorTokenPrefix)) await admitToken(deps, request, context, token);
    else await admitKey(deps, context, token);
    next();
  };
}

async function admitKey(
  deps: { readonly keys: KeyCache },
  context: RequestContext,
  token: string,
): Promise<void> {
  const store = await deps.keys.findStore(token);
  if (store === undefined) throw unauthorized('the API key is invalid');
  context.store = store;
}

/** What a widget's visitor may call; for everything else their token is no key (decision 0016). */
const visitorOperations: ReadonlySet<OperationId | undefined> = new Set([
  'getWidgetConfig',
  'streamAgentChat',
]);

async function admitToken(
  deps: VisitorDeps,
  request: Request,
  context: RequestContext,
  token: string,
): Promise<void> {
  const isOpen = visitorOperations.has(operationAt(request));
  const found = isOpen ? await findVisitor(deps, token, request.headers.origin) : undefined;
  if (found === undefined)
    throw unauthorized(isOpen ? 'the visitor token is invalid or over' : 'the API key is invalid');
  context.store = found.store;
  context.visitor = found;
}

// The scheme's letter case does not matter, one or more blanks follow it (decision 0028).
const bearer = /^bearer +(\S+)$/i;

/** The one token of the one Authorization field, or undefined. */
export function bearerToken(request: Request): string | undefined {
  const fields = valuesOfHeader(request, 'authorization');
  return fields.length === 1 ? bearer.exec(fields[0] ?? '')?.[1] : undefined;
}

export function unauthorized(message: string): ServiceError {
  return new ServiceError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/**
 * The values of all header fields with this name, in lower case, as they were sent. Node's own index of distinct
 * fields would be made for each request, of which one or two are looked at.
 */
export function valuesOfHeader(request: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  const values: string[] = [];
  const { rawHeaders: fields } = request;
  for (let index = 0; index < fields.length; index += 2) {
    const field = fields[index] ?? '';
    if (field.length === name.length && field.toLowerCase() === name) values.push(fields[index + 1] ?? '');
  }
  return values;
}
