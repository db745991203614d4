import type { Request } from 'express';
import { localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server';
import { ServiceError } from '../errors.ts';

/**
 * Refuses pages of other origins, as the protocol asks. Clients that are no browsers send no Origin. Throws
 * ServiceError `origin_not_allowed`.
 */
export function checkOrigin(request: Request): void {
  if (isAllowedOrigin(request)) return;
  throw new ServiceError('origin_not_allowed', 'pages of this origin may not use the MCP endpoint');
}

/** Our own origin is known by its Host, for which over TLS no other site can speak; this machine's may come too. */
export function isAllowedOrigin(request: Request): boolean {
  const { origin, host } = request.headers;
  return origin === `https://${host}` || validateOriginHeader(origin, localhostAllowedOrigins()).ok;
}
