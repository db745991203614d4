import { AsyncLocalStorage } from 'node:async_hooks';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  type CallToolResult,
  createMcpHandler,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import type { StoreRecord } from '../db/records.ts';
import type { Deps } from '../deps.ts';
import { asServiceError, errorBody, ServiceError } from '../errors.ts';
import { readMessage, type ServeMcp } from './router.ts';
import { createRunningCalls, type RunningCalls } from './running-calls.ts';
import type { ServiceTool, ToolCall } from './service-tool.ts';
import { serviceTools } from './service-tools.ts';

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

const information = {
  name: 'conversational-agent-service',
  title: 'Conversational Agent Service',
  version: '1.0.0',
};

const instructions =
  'Tools of one shop: its agents, which talk to shoppers, and its product catalogue. Find an agent with list_agents, ' +
  'then talk to it with send_message. The catalogue tools answer from the products directly, without an agent.';

// The tools are the same for the life of the process: nobody need wait for news of them.
const capabilities = { tools: { listChanged: false } };

export interface ServiceServerDeps {
  readonly deps: Deps;
  readonly calls: RunningCalls;
}

/** An MCP server with the tools of one store, for one request (source 4.6, decision 0020). */
export function createServiceServer({ deps, calls }: ServiceServerDeps, caller: Caller): McpServer {
  const server = new McpServer(information, { instructions, capabilities });
  const owner = { storeId: caller.store.id, session: caller.session };
  for (const tool of serviceTools) {
    register(server, tool, (input, context) =>
      calls.run(owner, context.mcpReq.id, (cancelled) => {
        const signal = AbortSignal.any([cancelled, caller.signal, context.mcpReq.signal]);
        return answer(tool, { deps, caller, input, context, signal });
      }),
    );
  }
  // The library's own handler knows the calls of this one request only.
  server.server.setNotificationHandler('notifications/cancelled', ({ params }) => {
    if (params.requestId !== undefined) calls.cancel(owner, params.requestId);
  });
  return server;
}

function register(
  server: McpServer,
  tool: ServiceTool,
  run: (input: unknown, context: ServerContext) => Promise<CallToolResult>,
): void {
  const { name, title, description, annotations, inputSchema, outputSchema } = tool;
  server.registerTool(name, { title, description, annotations, inputSchema, outputSchema }, run);
}

async function answer(tool: ServiceTool, call: ToolCall<unknown>): Promise<CallToolResult> {
  try {
    await call.caller.countCall();
    tool.checkInput(call.input);
    const output = await tool.run(call);
    return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: { ...output } };
  } catch (error) {
    return failure(error, call.caller);
  }
}

/** The error body of the API as a tool error, which a model can read and act upon. */
function failure(error: unknown, caller: Caller): CallToolResult {
  const known = asServiceError(error);
  if (known.code === 'internal') caller.log.error({ err: known.cause ?? known }, 'tool failed');
  return { content: [{ type: 'text', text: JSON.stringify(errorBody(known)) }], isError: true };
}

/** Whose tools are called. */
export interface Caller {
  readonly store: StoreRecord;
  readonly log: Logger;
  /** Aborts when the client closes the connection before its answer is complete. */
  readonly signal: AbortSignal;
  /**
   * Counts a call of a tool against the plan, except for the first of a request, which was counted as the request:
   * the 2025-03-26 revision has batches. Throws ServiceError `rate_limited`.
   */
  countCall(): Promise<void>;
  /** What ties a client's requests together; nothing is kept of it (decision 0020). */
  readonly session: string;
}
