import type { Request } from 'express';
import { localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server';
import { ServiceError } from '../errors.ts';

/**
 * Refuses pages of other origins, as the protocol asks. Clients that are no browsers send no Origin; our own origin
 * is known by its Host, for which over TLS no other site can speak. Throws ServiceError `origin_not_allowed`.
 */
export function checkOrigin(request: Request): void {
  const { origin, host } = request.headers;
  const isOwn = origin === `https://${host}`;
  if (isOwn || validateOriginHeader(origin, localhostAllowedOrigins()).ok) return;
  throw new ServiceError('origin_not_allowed', 'pages of this origin may not use the MCP endpoint');
}
