import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Deps } from '../deps.ts';
import { largestBody } from '../http/read-body.ts';
import { contextOf, storeOf } from '../http/request-context.ts';
import { admitRequest } from '../rate-limit/admit-request.ts';
import type { Caller } from './caller.ts';
import { checkOrigin } from './check-origin.ts';
import { createServiceServer } from './create-service-server.ts';
import { createRunningCalls } from './running-calls.ts';

/** Serves one authenticated request of the Model Context Protocol. */
export type McpEndpoint = (request: Request, response: Response) => Promise<void>;

/** Serves the 2026-07-28 revision and those of 2025, stateless: each request has a server of its own (decision 0020). */
export function createMcpEndpoint(deps: Deps): McpEndpoint {
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
  return async (request, response) => {
    const store = storeOf(request);
    checkOrigin(request);
    response.set(await admitRequest(deps, store));
    const { log, signal } = contextOf(request);
    const caller = { store, log, signal, session: sessionOf(request, response) };
    hideCredentials(request);
    await callers.run(caller, () => serve(request, response));
  };
}

/** A client of 2025 is given a session with its first request, which is the one that names no revision yet. */
function sessionOf(request: Request, response: Response): string {
  const given = request.get('Mcp-Session-Id');
  if (given !== undefined) return given;
  const session = randomUUID();
  if (request.get('Mcp-Protocol-Version') === undefined) response.set('Mcp-Session-Id', session);
  return session;
}

function callerOf(callers: AsyncLocalStorage<Caller>): Caller {
  const caller = callers.getStore();
  if (caller === undefined) throw new Error('an MCP server is only made for a request');
  return caller;
}

/** Whatever the library does with the request it was given, it never had the key (source 5.9). */
function hideCredentials(request: Request): void {
  request.url = '/mcp';
  request.originalUrl = '/mcp';
  delete request.headers.authorization;
  // A URL is built of it, and only checkOrigin cares what it says.
  request.headers.host = 'localhost';
}
