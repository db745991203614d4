import type { RequestHandler } from 'express';
import type { AllowedOrigins } from '../services/allowed-origins.ts';
import { addFields, sendHead } from './answer-fields.ts';

/** What a page's script may send, and read beyond the body. Cookies are never part of it. */
const allowedHeaders = 'Authorization, Content-Type, Idempotency-Key';
const exposedHeaders = 'Date, Retry-After, X-Conversation-Id, X-Request-Id';
const preflightSeconds = '600';

type Middleware = Parameters<RequestHandler>;

/**
 * Lets pages of allowed origins call: echoes the one origin that asked, on errors too (a widget has to see a 401 to
 * renew its token), and answers preflights, which carry no credentials. Other origins get no such header.
 */
export function cors(origins: AllowedOrigins): RequestHandler {
  const answerOrigin = async (origin: string, ...[request, response, next]: Middleware): Promise<void> => {
    addFields(response, { Vary: 'Origin' });
    if (!(await origins.has(origin))) return next();
    addFields(response, {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': exposedHeaders,
    });
    const asked = request.headers['access-control-request-method'];
    if (request.method !== 'OPTIONS' || asked === undefined) return next();
    sendHead(response, 204, {
      'Access-Control-Allow-Methods': asked === 'GET' ? 'GET' : 'POST',
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': preflightSeconds,
    });
    response.end();
  };
  return function corsMiddleware(request, response, next) {
    const { origin } = request.headers;
    return origin === undefined ? next() : answerOrigin(origin, request, response, next);
  };
}
