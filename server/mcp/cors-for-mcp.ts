import type { RequestHandler } from 'express';

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
  const { isAllowedOrigin } = await import('./check-origin.ts');
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
