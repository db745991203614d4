import type { RequestHandler } from 'express';
import { ServiceError } from '../errors.ts';

/** HTTP/1.1 wants a Host; Node's own refusal would come without the error body (source 2.5). */
export const requireHost: RequestHandler = function requireHostMiddleware(request, _response, next) {
  if (request.httpVersion === '1.1' && request.headers.host === undefined) {
    throw new ServiceError('invalid_request', 'the header field Host is required');
  }
  next();
};
