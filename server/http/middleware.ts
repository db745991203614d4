import type { RequestHandler } from 'express';
import { ServiceError } from '../errors.ts';

/** For browsers; pages of our own replace the policy. */
const headers = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Keeps browsers from caching, sniffing and framing responses. `strictTransport` adds Strict-Transport-Security: not for
 * our own certificate, since the header would apply to everything else on `localhost`.
 */
export function securityHeaders(options: { readonly strictTransport: boolean }): RequestHandler {
  const strict = { 'Strict-Transport-Security': 'max-age=31536000' };
  const all = new Map(Object.entries({ ...headers, ...(options.strictTransport && strict) }));
  return (_request, response, next) => {
    response.setHeaders(all);
    next();
  };
}

/**
 * Requires one Host header with HTTP/1.1 and rejects two: one proxy would read the first, the next the second. Node's own
 * rejection has no error body (source 2.5). Rejects one that is no host (RFC 9112 3.2): links are made from it.
 */
export const requireHost: RequestHandler = (request, _response, next) => {
  const hosts = request.headersDistinct.host ?? [];
  if (hosts.length > 1) throw new ServiceError('invalid_request', 'the Host header is duplicated');
  if (hosts.length === 0 && request.httpVersion === '1.1') {
    throw new ServiceError('invalid_request', 'the Host header is required');
  }
  if (hosts[0] !== undefined && !isHost(hosts[0])) {
    throw new ServiceError('invalid_request', 'the Host header is invalid');
  }
  next();
};

/** Whether a text is a host with an optional port, and nothing else of an address. */
function isHost(text: string): boolean {
  const url = URL.parse(`https://${text}`);
  return url !== null && url.href === `${url.origin}/` && !/[/\\?#@]/.test(text);
}

/** 405 with `Allow` for the methods that a route does not have; it comes last in its route. */
export function methodNotAllowed(methods: readonly string[]): RequestHandler {
  const allow = methods.map((method) => method.toUpperCase()).join(', ');
  return () => {
    throw new ServiceError('method_not_allowed', `this path accepts only ${allow}`, {
      headers: { Allow: allow },
    });
  };
}
