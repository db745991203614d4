import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { authenticateMcp } from './authenticate-mcp.ts';
import type { McpEndpoint } from './create-endpoint.ts';

/** The MCP endpoint at /mcp (source 4.6). The protocol's library is loaded with the first request that has a key. */
export function mcpRouter(deps: Deps): Router {
  let opened: Promise<McpEndpoint> | undefined;
  const router = Router({ strict: true, caseSensitive: true });
  router.all('/mcp', authenticateMcp(deps), async (request, response) => {
    opened ??= import('./create-endpoint.ts').then(({ createMcpEndpoint }) => createMcpEndpoint(deps));
    const serve = await opened;
    await serve(request, response);
  });
  return router;
}
