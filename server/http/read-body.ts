import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.ts';

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
