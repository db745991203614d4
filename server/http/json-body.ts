import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { operations } from '../../generated/operations.ts';
import { ServiceError } from '../errors.ts';
import { parseStrictJson } from '../support/json.ts';
import { contextOf, operationOf } from './request-context.ts';

/** The largest body of the API, in bytes: 256 kB (decision 0011). */
export const largestBody = 256 * 1024;

/** What is still read, and thrown away, so that a client which is sending gets to read its 413. */
const largestDiscard = 8 * 1024 * 1024;

/**
 * All bytes of a body, of which there may be `most`. Throws ServiceError `payload_too_large` as soon as there are more,
 * announced or sent.
 */
export function readBody(request: IncomingMessage, most = largestBody): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isRefused = false;
    const tooLarge = (): void => {
      isRefused = true;
      chunks.length = 0;
      const limit = `${most / 1024} kB (${most} bytes)`;
      reject(new ServiceError('payload_too_large', `the body must be at most ${limit}`));
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (!isRefused && size > most) tooLarge();
      if (!isRefused) chunks.push(chunk);
      if (size > most + largestDiscard) request.socket.destroy();
    };
    // Nobody will read this answer: the connection is gone, or, over HTTP/2, which ends such a body, the request.
    const cutOff = (): void => reject(new ServiceError('invalid_request', 'the body was cut off'));
    const onEnd = (): void => {
      resolve(Buffer.concat(chunks));
      // A stream may last for minutes: what has been read is not kept as long.
      request.off('data', onData).off('error', cutOff).off('aborted', cutOff);
    };
    request.on('data', onData).once('end', onEnd).once('error', cutOff).once('aborted', cutOff);
    if (Number(request.headers['content-length'] ?? 0) > most) tooLarge();
  });
}

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
