import { Router, type Request, type Response } from 'express';
import type { Deps } from '../deps.ts';
import { loadOnce } from '../load-once.ts';
import { authenticateMcp } from './authenticate-mcp.ts';
import type { Caller } from './caller.ts';
import { corsForMcp } from './cors-for-mcp.ts';

/** Answers one request that has passed every guard. */
export type ServeMcp = (caller: Caller, request: Request, response: Response) => Promise<void>;

/**
 * The MCP endpoint at /mcp, for the server that `open` gives (source 4.6). The protocol's library is loaded with
 * the first request that has a key, so that the service starts sooner.
 */
export function mcpRouter(deps: Deps, open: (deps: Deps) => Promise<ServeMcp> = openTools): Router {
  const guards = loadOnce(() => import('./guard-request.ts'));
  const opened = loadOnce(() => open(deps));
  const router = Router({ strict: true, caseSensitive: true });
  router.all('/mcp', corsForMcp, authenticateMcp(deps), async (request, response) => {
    const { guardRequest } = await guards();
    const caller = await guardRequest(deps, request, response);
    const serve = await opened();
    await serve(caller, request, response);
  });
  return router;
}

async function openTools(deps: Deps): Promise<ServeMcp> {
  const { serveTools } = await import('./serve-tools.ts');
  return serveTools(deps);
}
