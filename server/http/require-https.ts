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

/** The address that a request came from: the nearest hop that is not a trusted proxy. */
export function clientAddress(request: Request, trustedProxies: readonly AddressRange[]): string {
  const hops = (request.get('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim());
  const path = [...hops.filter(Boolean), request.socket.remoteAddress ?? ''];
  let address = path.pop() ?? '';
  while (path.length > 0 && isInRanges(address, trustedProxies)) address = path.pop() ?? '';
  return address;
}
