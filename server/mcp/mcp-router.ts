import { Router, type Request, type Response } from 'express';
import type { Deps } from '../deps.ts';
import { authenticateMcp } from './authenticate-mcp.ts';
import type { Caller } from './caller.ts';
import { corsForMcp } from './cors-for-mcp.ts';
import type * as Guards from './guard-request.ts';

/** Answers one request that has passed every guard. */
export type ServeMcp = (caller: Caller, request: Request, response: Response) => Promise<void>;

/**
 * The MCP endpoint at /mcp, for the server that `open` gives (source 4.6). The protocol's library is loaded with
 * the first request that has a key, so that the service starts sooner.
 */
export function mcpRouter(deps: Deps, open: (deps: Deps) => Promise<ServeMcp> = openTools): Router {
  // Kept: Node resolves the name of a module again for each import of it.
  let guards: Promise<typeof Guards> | undefined;
  let opened: Promise<ServeMcp> | undefined;
  const router = Router({ strict: true, caseSensitive: true });
  router.all('/mcp', corsForMcp, authenticateMcp(deps), async (request, response) => {
    guards ??= import('./guard-request.ts');
    const { guardRequest } = await guards;
    const caller = await guardRequest(deps, request, response);
    opened ??= open(deps);
    const serve = await opened;
    await serve(caller, request, response);
  });
  return router;
}

async function openTools(deps: Deps): Promise<ServeMcp> {
  const { serveTools } = await import('./serve-tools.ts');
  return serveTools(deps);
}
