import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { CheckContext, Finding } from '../../check.ts';
import { showValue } from '../../client/describe-exchange.ts';
import { headersOf } from '../../client/client.ts';
import { bodyOf, type Exchange } from '../../exchange.ts';

const decoders: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

function isDecodable(bytes: Uint8Array, decode: (bytes: Uint8Array) => Uint8Array): boolean {
  try {
    decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Verifies that the bytes of a response are in the encoding that its content-encoding names, by sending its request
 * once more: an exchange has its body as it is where the name is wrong. Sends nothing without content-encoding.
 * Source 1: what a client cannot decode is no JSON to it.
 */
export async function verifyEncodedBytes(
  { client, target }: CheckContext,
  exchange: Exchange,
): Promise<readonly Finding[]> {
  const { request, url, headers } = exchange;
  const decode = decoders.get(headers['content-encoding'] ?? '');
  if (decode === undefined) return [];
  const { 'content-length': _length, ...sent } = headersOf(request, target);
  const body = bodyOf(request);
  const response = await client.fetch(url, {
    method: request.method,
    headers: sent,
    ...(typeof body === 'string' && { body }),
  });
  const encoding = response.headers.get('content-encoding') ?? '';
  const bytes = await response.bytes();
  // The second response may be another one, such as a 429.
  if (encoding !== headers['content-encoding'] || isDecodable(bytes, decode)) return [];
  const expected = `a body in the encoding that content-encoding names, ${encoding}`;
  const actual = `status ${response.status}, ${showValue(new TextDecoder().decode(bytes))}`;
  return [{ requirement: 'R-1-07', expected, actual, exchange }];
}
