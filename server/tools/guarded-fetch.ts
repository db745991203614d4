import { lookup as resolveAll } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { Readable, Transform } from 'node:stream';
import type { FetchLike } from '@modelcontextprotocol/client';
import ipaddr from 'ipaddr.js';

/** The address of a remote connection is not allowed. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
}

export interface GuardOptions {
  /** Allows plain http and private networks. */
  readonly allowPrivate: boolean;
  /** Of one response. */
  readonly maxBytes: number;
}

/**
 * `fetch` for addresses that operators configured: https only, every address that the name resolves to must be
 * public, and the socket connects to exactly those, so that a second look-up cannot lead elsewhere. Redirects
 * are returned, never followed. Rejects with ForbiddenAddressError.
 */
export function createGuardedFetch({ allowPrivate, maxBytes }: GuardOptions): FetchLike {
  return async (input, init = {}) => {
    const url = new URL(input);
    if (!allowPrivate) checkUrl(url);
    const options: RequestOptions = {
      method: init.method ?? 'GET',
      // No pool: a pooled socket may have been opened under another connection's rules, or be dead, and a lost tool
      // call cannot be repeated safely.
      agent: false,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.signal ? { signal: init.signal } : {}),
      ...(allowPrivate ? {} : { lookup: publicLookup }),
    };
    const response = await send(url, options, bodyOf(init.body));
    return toResponse(response, maxBytes);
  };
}

/** Throws ForbiddenAddressError for anything but https to a name or a public address. */
export function checkUrl(url: URL): void {
  if (url.protocol !== 'https:') throw new ForbiddenAddressError('only https addresses are allowed');
  // A literal address never reaches the look-up.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new ForbiddenAddressError('the address is not public');
}

const publicLookup: NonNullable<RequestOptions['lookup']> = (hostname, options, callback) => {
  resolveAll(hostname, { all: true }).then(
    (addresses) => {
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        callback(new ForbiddenAddressError('the name resolves to an address that is not public'), []);
      } else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    },
    (error: unknown) => callback(error instanceof Error ? error : new Error('look-up failed'), []),
  );
};

function bodyOf(body: RequestInit['body']): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string') return body;
  throw new TypeError('only text bodies are sent to tool connections');
}

function send(url: URL, options: RequestOptions, body: string | null): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, options, resolve)
      .on('error', reject)
      .end(body ?? undefined);
  });
}

function toResponse(message: IncomingMessage, maxBytes: number): Response {
  const status = message.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  if (status === 204 || status === 205 || status === 304) {
    message.resume();
    return new Response(null, { status, headers });
  }
  const bounded = message.pipe(boundedTo(maxBytes));
  message.on('error', (error) => bounded.destroy(error));
  bounded.on('close', () => message.destroy());
  // Node's web stream type and the global one differ in name only.
  return new Response(Readable.toWeb(bounded) as unknown as ReadableStream<Uint8Array>, { status, headers });
}

function boundedTo(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(new Error(`the response is larger than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address belongs to the public internet. Private, loopback, link-local (cloud metadata), multicast
 * and reserved ranges do not, nor IPv6 outside 2000::/3, nor IPv6 addresses that contain such an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  const inner = innerIpv4(address.toByteArray(), address.range());
  if (inner !== null) return isPublicAddress(inner);
  // ipaddr.js calls every address without a range of its own `unicast`, also ::7f00:1, an old form of 127.0.0.1.
  return address.range() === 'unicast' && address.match(globalUnicast);
}

// NAT64 (64:ff9b::/96) carries the IPv4 address in its last four bytes, 6to4 (2002::/16) in bytes 2 to 5.
function innerIpv4(bytes: readonly number[], range: string): string | null {
  if (range === 'rfc6052') return bytes.slice(12).join('.');
  if (range === '6to4') return bytes.slice(2, 6).join('.');
  return null;
}
