import type { Request, RequestHandler } from 'express';
import { ServiceError } from '../errors.ts';
import type { KeyDirectory } from '../services/keys/key-directory.ts';
import { contextOf } from './request-context.ts';

/** Finds the store of the key in the Authorization header, or answers 401 (source 5.2, 5.6). */
export function authenticate(deps: { readonly keys: KeyDirectory }): RequestHandler {
  return async function authenticateMiddleware(request, _response, next) {
    const context = contextOf(request);
    const token = bearerToken(request);
    if (token === undefined) throw unauthorized('an API key is required: Authorization: Bearer <API_KEY>');
    const store = await deps.keys.findStore(token);
    if (store === undefined) throw unauthorized('the API key is invalid');
    context.store = store;
    next();
  };
}

// The scheme's letter case does not matter, one or more blanks follow it (decision 0028).
const bearer = /^bearer +(\S+)$/i;

/** The one token of the one Authorization field, or undefined. */
export function bearerToken(request: Request): string | undefined {
  const fields = request.headersDistinct['authorization'] ?? [];
  return fields.length === 1 ? bearer.exec(fields[0] ?? '')?.[1] : undefined;
}

export function unauthorized(message: string): ServiceError {
  return new ServiceError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}
