import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Deployment, HttpRequest, HttpResponse } from '../server/deployment.ts';
import { operationOf } from '../server/handle.ts';
import { bytes } from '../server/responses.ts';
import { maximal } from './maximal.ts';

/** Compresses what was asked for compressed, streams included. */
function compressed(response: HttpResponse, { headers }: HttpRequest): HttpResponse {
  if (!/\bgzip\b/.test(headers['accept-encoding'] ?? '') || response.frames.length === 0) return response;
  const content = response.frames.map((frame) =>
    frame.type === 'bytes' ? Buffer.from(frame.bytes) : Buffer.alloc(0),
  );
  return {
    ...response,
    headers: { ...response.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
    frames: [bytes(gzipSync(Buffer.concat(content)))],
  };
}

/** A validator of the whole list, by which a cache of the client's own stays right. */
function validated(response: HttpResponse, request: HttpRequest): HttpResponse {
  if (operationOf(request) !== 'listAgents' || response.status !== 200) return response;
  const etag = `W/"${createHash('sha1').update(JSON.stringify(response.frames)).digest('hex')}"`;
  const headers = { etag, 'cache-control': 'private, no-cache', vary: 'Authorization' };
  if (request.headers['if-none-match'] === etag) return { status: 304, headers, frames: [] };
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** Behind a proxy that closes each connection, compresses, lets clients cache, and rejects methods by itself. */
export const proxied: Deployment = {
  ...maximal,
  name: 'proxied',
  finish: (response, request, call) => {
    const finished = compressed(validated(maximal.finish(response, request, call), request), request);
    const isOther = call === undefined && !['GET', 'POST'].includes(request.method);
    const { headers, ...rest } = isOther ? maximal.errorResponse(405, 'use GET or POST') : finished;
    return { ...rest, headers: { ...headers, connection: 'close' } };
  },
};
