import { AsyncLocalStorage } from 'node:async_hooks';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Deps } from '../deps.ts';
import { largestBody } from '../http/read-body.ts';
import type { Caller } from './caller.ts';
import { createServiceServer } from './create-service-server.ts';
import type { ServeMcp } from './mcp-router.ts';
import { createRunningCalls } from './running-calls.ts';

/** Serves the 2026-07-28 revision and those of 2025, stateless: each request has a server of its own (decision 0020). */
export function serveTools(deps: Deps): ServeMcp {
  const callers = new AsyncLocalStorage<Caller>();
  const calls = createRunningCalls();
  const onerror = (error: Error): void => deps.log.warn({ err: error }, 'mcp request failed');
  const options = { onerror, maxRequestBodySize: largestBody };
  const handler = createMcpHandler(() => createServiceServer({ deps, calls }, callerOf(callers)), options);
  const uncached: typeof handler.fetch = async (...request) => {
    const response = await handler.fetch(...request);
    response.headers.set('Cache-Control', 'no-store');
    return response;
  };
  const serve = toNodeHandler({ fetch: uncached }, options);
  return (caller, request, response) => callers.run(caller, () => serve(request, response));
}

function callerOf(callers: AsyncLocalStorage<Caller>): Caller {
  const caller = callers.getStore();
  if (caller === undefined) throw new Error('an MCP server is only made for a request');
  return caller;
}
