import type { RequestHandler } from 'express';
import { addFields } from './answer-fields.ts';

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
