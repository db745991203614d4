import type { RequestHandler } from 'express';
import { ServiceError } from '../errors.ts';
import { addFields } from './answer-fields.ts';
import { valuesOfHeader } from './authenticate.ts';

/** What every answer says to browsers; a page of ours replaces the policy with its own. */
const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

/**
 * Sets the header fields that keep browsers from caching, sniffing and framing answers. `strict` adds
 * Strict-Transport-Security, which would spoil `localhost` for everything else where the certificate is our own.
 */
export function securityHeaders(options: { readonly strict: boolean }): RequestHandler {
  const all = options.strict ? { ...headers, 'Strict-Transport-Security': 'max-age=31536000' } : headers;
  return function securityHeadersMiddleware(_request, response, next) {
    addFields(response, all);
    next();
  };
}

/**
 * HTTP/1.1 wants a Host, and no version two of them: one proxy would read the first, the next the second. Node's own
 * refusal would come without the error body (source 2.5).
 */
export const requireHost: RequestHandler = function requireHostMiddleware(request, _response, next) {
  const hosts = valuesOfHeader(request, 'host');
  if (hosts.length > 1) throw new ServiceError('invalid_request', 'the header field Host is there twice');
  if (hosts.length === 0 && request.httpVersion === '1.1') {
    throw new ServiceError('invalid_request', 'the header field Host is required');
  }
  next();
};
