import express, { type RequestHandler } from 'express';
import { ServiceError } from '../errors.ts';
import { parseStrictJson } from '../support/json.ts';

/** The maximum size of an API request body, in bytes: 256 kB (decision 0011). */
export const maxBodyBytes = 256 * 1024;

/**
 * Reads a JSON object of at most `maxBytes` into `request.body`. Rejects, in this order (decision 0018): 415 for another
 * type, charset or encoding, 413 for a larger body, 400 for what is not strict JSON (decision 0025).
 */
export function jsonBody(maxBytes = maxBodyBytes): RequestHandler[] {
  const read = express.json({
    type: () => true,
    limit: maxBytes,
    inflate: false,
    // parseStrictJson has the rule, and a message that names it.
    strict: false,
    verify: (_request, _response, bytes) => void parseStrictJson(bytes),
  });
  return [requireJsonType, rejectLargeBody(maxBytes), read, requireBody];
}

/** Rejects by Content-Length before the body arrives: body-parser reads the whole body before it reports 413. */
export function rejectLargeBody(maxBytes: number): RequestHandler {
  return (request, _response, next) => {
    if (Number(request.get('Content-Length')) > maxBytes) throw tooLarge(maxBytes);
    next();
  };
}

const json = /^application\/json *(?:;|$)/i;
const charset = /; *charset *= *"?([^";\s]*)"?/i;

const requireJsonType: RequestHandler = (request, _response, next) => {
  const type = request.get('Content-Type') ?? '';
  if (!json.test(type)) throw unsupported('Content-Type must be application/json');
  const [, encoding = 'utf-8'] = charset.exec(type) ?? [];
  if (!/^utf-?8$/i.test(encoding)) throw unsupported('the charset must be UTF-8');
  const coding = request.get('Content-Encoding') ?? 'identity';
  if (coding.toLowerCase() !== 'identity') throw unsupported('Content-Encoding is not accepted');
  // The validator looks schemas up by this text, and body-parser knows `utf8` as `utf-8` only.
  request.headers['content-type'] = 'application/json';
  next();
};

// express.json leaves the body undefined where no body was sent.
const requireBody: RequestHandler = (request, _response, next) => {
  if (request.body === undefined) parseStrictJson(Buffer.alloc(0));
  next();
};

/** What express.json rejects with: its `type` names the rule. */
interface BodyParserError extends Error {
  readonly type: string;
  readonly limit?: number;
}

/** The ServiceError of an error of express.json or express.raw; undefined for any other error. */
export function bodyError(error: unknown): ServiceError | undefined {
  if (!isBodyParserError(error)) return undefined;
  switch (error.type) {
    case 'entity.too.large':
      return tooLarge(error.limit ?? 0);
    case 'encoding.unsupported':
      return unsupported('Content-Encoding is not accepted');
    case 'request.aborted':
    case 'request.size.invalid':
      return new ServiceError('invalid_request', 'the body is incomplete');
    default:
      return undefined;
  }
}

function isBodyParserError(error: unknown): error is BodyParserError {
  return error instanceof Error && 'type' in error && typeof error.type === 'string';
}

function tooLarge(maxBytes: number): ServiceError {
  const size = `${maxBytes / 1024} kB (${maxBytes} bytes)`;
  return new ServiceError('payload_too_large', `the body must be at most ${size}`);
}

function unsupported(message: string): ServiceError {
  return new ServiceError('unsupported_media_type', message);
}
