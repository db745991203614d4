import type { Request, RequestHandler } from 'express';
import { bearerToken, unauthorized } from '../http/authenticate.ts';
import { contextOf } from '../http/request-context.ts';
import type { KeyDirectory } from '../services/keys/key-directory.ts';

/** Finds the store of the key in the query's `api_key`, or else in Authorization, or answers 401 (source 5.5, 5.6). */
export function authenticateMcp(deps: { readonly keys: KeyDirectory }): RequestHandler {
  return async function authenticateMcpMiddleware(request, _response, next) {
    const key = keyOf(request);
    if (key === undefined) throw unauthorized('an API key is required: /mcp?api_key=<API_KEY>');
    const store = await deps.keys.findStore(key);
    if (store === undefined) throw unauthorized('the API key is invalid');
    contextOf(request).store = store;
    next();
  };
}

function keyOf(request: Request): string | undefined {
  const keys = new URL(request.originalUrl, 'https://service.invalid').searchParams.getAll('api_key');
  if (keys.length === 0) return bearerToken(request);
  // Of two different keys neither is the one that was meant.
  return new Set(keys).size === 1 ? keys[0] : undefined;
}
