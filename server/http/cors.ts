import type { RequestHandler } from 'express';
import type { AllowedOrigins } from '../services/allowed-origins.ts';

/** What a page's script may send, and read beyond the body. Cookies are never part of it. */
const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key, X-Page-Context';
const exposedHeaders = 'Date, Retry-After, X-Conversation-Id, X-Request-Id';
const preflightSeconds = '600';

/**
 * Allows pages of the chatbots' origins to call: names the origin in every response, errors included (a widget renews
 * its token after a 401), and responds to preflights, which have no credentials. Other origins get no such header.
 */
export function cors(origins: AllowedOrigins): RequestHandler {
  return async (request, response, next) => {
    const { origin } = request.headers;
    if (origin === undefined) return next();
    response.vary('Origin');
    if (!(await origins.has(origin))) return next();
    response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders });
    const method = request.get('Access-Control-Request-Method');
    if (request.method !== 'OPTIONS' || method === undefined) return next();
    response.set({
      'Access-Control-Allow-Methods': method === 'GET' ? 'GET' : 'POST',
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': preflightSeconds,
    });
    response.status(204).end();
  };
}
