import type { Request, RequestHandler } from 'express';
import { operations } from '../../generated/operations.ts';
import { ServiceError } from '../errors.ts';
import { largestBody, readBody } from './read-body.ts';
import { contextOf, operationOf } from './request-context.ts';
import { parseStrictJson } from './strict-json.ts';

/** Reads the body of an operation that has one: 415, 413 and then 400, in this order (decision 0018). */
export const readJsonBody: RequestHandler = async function readJsonBodyMiddleware(request, _response, next) {
  if (operations[operationOf(request)].requestBody) {
    request.body = await readStrictJson(request);
  } else {
    // The validator compiles, and keeps, a judge for every text that it finds here.
    delete request.headers['content-type'];
  }
  next();
};

/**
 * The JSON object of a request, whose context keeps how many bytes it was. Throws ServiceError: 415, 413 for more bytes
 * than are accepted, and then 400, in this order.
 */
export async function readStrictJson(
  request: Request,
  most = largestBody,
): Promise<Readonly<Record<string, unknown>>> {
  requireJson(request);
  const bytes = await readBody(request, most);
  contextOf(request).bodyBytes = bytes.length;
  return parseStrictJson(bytes);
}

const json = /^application\/json *(?:;|$)/i;
const charset = /; *charset *= *"?([^";\s]*)"?/i;

function requireJson(request: Request): void {
  const type = request.headers['content-type'] ?? '';
  if (!json.test(type)) throw unsupported('Content-Type must be application/json');
  const [, encoding = 'utf-8'] = charset.exec(type) ?? [];
  if (!/^utf-?8$/i.test(encoding)) throw unsupported('the charset must be UTF-8');
  const coding = request.headers['content-encoding'] ?? 'identity';
  if (coding.toLowerCase() !== 'identity') throw unsupported('Content-Encoding is not accepted');
  // The validator looks schemas up by this text, parameters included.
  request.headers['content-type'] = 'application/json';
}

function unsupported(message: string): ServiceError {
  return new ServiceError('unsupported_media_type', message);
}
