import { TLSSocket } from 'node:tls';
import type { Request, RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import { ConfigError } from '../config/config.ts';
import { ServiceError } from '../errors.ts';
import { addFields } from './answer-fields.ts';

/** A range of addresses, such as proxies have. */
export type ProxyRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Refuses what came over plain HTTP, with 403 and never a redirect (source 1, 5.7, decision 0014). What a trusted
 * proxy says of its own client, in X-Forwarded-Proto, counts in both directions.
 */
export function requireHttps(trustedProxies: readonly ProxyRange[]): RequestHandler {
  return function requireHttpsMiddleware(request, response, next) {
    if (isSecure(request, trustedProxies)) return next();
    addFields(response, { Connection: 'close' });
    next(new ServiceError('https_required', 'only HTTPS is accepted'));
  };
}

function isSecure(request: Request, trustedProxies: readonly ProxyRange[]): boolean {
  const overTls = request.socket instanceof TLSSocket;
  const said = request.headers['x-forwarded-proto'];
  if (said === undefined || !isTrusted(request.socket.remoteAddress, trustedProxies)) return overTls;
  // A list names one scheme for each hop, and every one has to be safe.
  const schemes = [said].flat().join(',').split(',');
  return schemes.every((scheme) => scheme.trim().toLowerCase() === 'https');
}

/** Whether an address, as a socket or X-Forwarded-For gives it, lies in one of the ranges. */
export function isTrusted(address: string | undefined, ranges: readonly ProxyRange[]): boolean {
  if (address === undefined || ranges.length === 0 || !ipaddr.isValid(address)) return false;
  // `process` turns an IPv4 address in IPv6's clothes into plain IPv4.
  const peer = ipaddr.process(address);
  return ranges.some((range) => peer.kind() === range[0].kind() && peer.match([...range]));
}

/** Addresses and CIDR ranges of TRUSTED_PROXIES. Throws ConfigError that names the wrong one. */
export function parseProxies(texts: readonly string[]): ProxyRange[] {
  return texts.map((text) => {
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
    if (!ipaddr.isValid(text)) throw new ConfigError(`TRUSTED_PROXIES: "${text}" is no address and no range`);
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
}

/** The address that a request came from: the nearest hop that is no trusted proxy. */
export function clientAddress(request: Request, trustedProxies: readonly ProxyRange[]): string {
  const hops = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const path = [...hops.map((hop) => hop.trim()).filter(Boolean), request.socket.remoteAddress ?? ''];
  let address = path.pop() ?? '';
  while (path.length > 0 && isTrusted(address, trustedProxies)) address = path.pop() ?? '';
  return address;
}
