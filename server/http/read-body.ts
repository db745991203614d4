import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../errors.ts';

/** The largest body, in bytes: 256 kB (decision 0011). */
export const largestBody = 262_144;

/** What is still read, and thrown away, so that a client which is sending gets to read its 413. */
const largestDiscard = 8 * 1024 * 1024;

/** All bytes of a body. Throws ServiceError `payload_too_large` as soon as there are too many, announced or sent. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let isRefused = false;
    const tooLarge = (): void => {
      isRefused = true;
      chunks.length = 0;
      reject(new ServiceError('payload_too_large', 'the body must be at most 256 kB (262144 bytes)'));
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (!isRefused && size > largestBody) tooLarge();
      if (!isRefused) chunks.push(chunk);
      if (size > largestBody + largestDiscard) request.socket.destroy();
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    // Nobody will read this answer: the connection is gone, or, over HTTP/2, which ends such a body, the request.
    const cutOff = (): void => reject(new ServiceError('invalid_request', 'the body was cut off'));
    request.once('error', cutOff).once('aborted', cutOff);
    if (Number(request.headers['content-length'] ?? 0) > largestBody) tooLarge();
  });
}
