import type { RequestHandler } from 'express';
import { ServiceError } from '../errors.ts';
import { valuesOfHeader } from './values-of-header.ts';

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
