import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Request, RequestHandler } from 'express';
import { ServiceError } from '../errors.ts';
import { isInRanges, type AddressRange } from '../support/addresses.ts';

/**
 * Rejects plain HTTP with 403 and never redirects (source 1, 5.7, decision 0014). X-Forwarded-Proto of a trusted proxy
 * decides in both directions.
 */
export function requireHttps(trustedProxies: readonly AddressRange[]): RequestHandler {
  return (request, response, next) => {
    if (isSecure(request, trustedProxies)) return next();
    response.set('Connection', 'close');
    throw new ServiceError('https_required', 'only HTTPS is accepted');
  };
}

function isSecure(request: Request, trustedProxies: readonly AddressRange[]): boolean {
  const forwarded = request.get('X-Forwarded-Proto');
  if (forwarded === undefined || !isInRanges(request.socket.remoteAddress, trustedProxies)) {
    return request.socket instanceof TLSSocket;
  }
  // A list has one scheme for each hop. Express's `request.secure` would look at the first only.
  return forwarded.split(',').every((scheme) => scheme.trim().toLowerCase() === 'https');
}

/**
 * The IP address that a request came from: the nearest hop that is not a trusted proxy. It is the connection's where that
 * hop cannot be read, so that no text in X-Forwarded-For is a client of its own (decision 0016).
 */
export function clientAddress(request: Request, trustedProxies: readonly AddressRange[]): string {
  const peer = request.socket.remoteAddress ?? '';
  if (!isInRanges(peer, trustedProxies)) return peer;
  const hops = (request.get('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim());
  const addresses = hops.filter(Boolean).map(addressOf);
  while (addresses.length > 1 && isInRanges(addresses.at(-1), trustedProxies)) addresses.pop();
  return addresses.at(-1) ?? peer;
}

// Some proxies write the port, too: `198.51.100.7:41234`, `[2001:db8::7]:41234`, `[2001:db8::7]`.
const withPort = /^(?:(?<v4>[\d.]+):\d{1,5}|\[(?<v6>[^\]]+)\](?::\d{1,5})?)$/;

/** The IP address of a hop in X-Forwarded-For; undefined for anything else. */
function addressOf(hop: string): string | undefined {
  const { v4, v6 } = withPort.exec(hop)?.groups ?? {};
  const address = v4 ?? v6 ?? hop;
  return isIP(address) === 0 ? undefined : address;
}
