import type { RequestHandler } from 'express';
import { ServiceError } from '../errors.ts';
import { rejectLargeBody } from './json-body.ts';

/**
 * Leaves a body of one of these media types unread, so that its handler can stream it. Rejects 415 for another type or an
 * encoding, and 413 by Content-Length; who reads the body counts its bytes.
 */
export function fileBody(mediaTypes: readonly string[], maxBytes: number): RequestHandler[] {
  const requireType: RequestHandler = (request, _response, next) => {
    const [type = ''] = (request.get('Content-Type') ?? '').toLowerCase().split(';');
    if (!mediaTypes.includes(type.trim())) {
      throw unsupported(`Content-Type must be one of ${mediaTypes.join(', ')}`);
    }
    if ((request.get('Content-Encoding') ?? 'identity').toLowerCase() !== 'identity') {
      throw unsupported('Content-Encoding is not accepted');
    }
    // The validator compiles and keeps a schema for every Content-Type that it sees.
    request.headers['content-type'] = type.trim();
    next();
  };
  return [requireType, rejectLargeBody(maxBytes), markBody];
}

/** For the validator, which requires a body: the document has no schema for a file. */
const markBody: RequestHandler = (request, _response, next) => {
  request.body = '';
  next();
};

function unsupported(message: string): ServiceError {
  return new ServiceError('unsupported_media_type', message);
}
