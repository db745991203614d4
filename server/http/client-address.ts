import type { Request } from 'express';
import { isTrusted, type ProxyRange } from './require-https.ts';

/** The address that a request came from: the nearest hop that is no trusted proxy. */
export function clientAddress(request: Request, trustedProxies: readonly ProxyRange[]): string {
  const hops = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
  const path = [...hops.map((hop) => hop.trim()).filter(Boolean), request.socket.remoteAddress ?? ''];
  let address = path.pop() ?? '';
  while (path.length > 0 && isTrusted(address, trustedProxies)) address = path.pop() ?? '';
  return address;
}
