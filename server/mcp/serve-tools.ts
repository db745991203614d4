import { AsyncLocalStorage } from 'node:async_hooks';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Deps } from '../deps.ts';
import { ServiceError } from '../errors.ts';
import type { Caller } from './caller.ts';
import { createServiceServer } from './create-service-server.ts';
import type { ServeMcp } from './mcp-router.ts';
import { readMessage } from './read-message.ts';
import { createRunningCalls } from './running-calls.ts';

/** Serves the 2026-07-28 revision and those of 2025, stateless: each request has a server of its own (decision 0020). */
export function serveTools(deps: Deps): ServeMcp {
  const callers = new AsyncLocalStorage<Caller>();
  const calls = createRunningCalls();
  const onerror = (error: Error): void => {
    (callers.getStore()?.log ?? deps.log).warn({ err: error }, 'mcp request failed');
  };
  // Nothing of ours changes that a client could wait for, and its stream would only hold a connection.
  const options = { onerror, maxSubscriptions: 0 };
  const handler = createMcpHandler(() => createServiceServer({ deps, calls }, callerOf(callers)), options);
  const uncached: typeof handler.fetch = async (...request) => {
    const response = await handler.fetch(...request);
    response.headers.set('Cache-Control', 'no-store');
    return response;
  };
  const serve = toNodeHandler({ fetch: uncached }, { onerror });
  return async (caller, request, response) => {
    if (request.method !== 'POST') throw postOnly();
    const message = await readMessage(request);
    await callers.run(caller, () => serve(request, response, message));
  };
}

function postOnly(): ServiceError {
  return new ServiceError('method_not_allowed', 'this path has only POST', { headers: { Allow: 'POST' } });
}

function callerOf(callers: AsyncLocalStorage<Caller>): Caller {
  const caller = callers.getStore();
  if (caller === undefined) throw new Error('an MCP server is only made for a request');
  return caller;
}
