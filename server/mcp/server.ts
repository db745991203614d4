import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  type CallToolResult,
  createMcpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Request as ExpressRequest, Response } from 'express';
import type { Deps } from '../deps.ts';
import { asServiceError, errorBody } from '../errors.ts';
import { createRunningCalls, type RunningCalls } from './running-calls.ts';
import type { Caller, ServiceTool, ToolCall } from './service-tool.ts';
import { serviceTools } from './service-tools.ts';

/** Responds to one POST; `message` is its parsed JSON, undefined when there is none. */
export type ServeMcp = (
  caller: Caller,
  request: ExpressRequest,
  response: Response,
  message: unknown,
) => Promise<void>;

/** Serves the revision of 2026-07-28 and those of 2025, stateless: each request has its own server (decision 0020). */
export function serveMcp(deps: Deps): ServeMcp {
  const calls = createRunningCalls();
  return (caller, request, response, message) => {
    const onerror = (error: Error): void => caller.log.warn({ err: error }, 'mcp request failed');
    const handler = createMcpHandler(() => createServer(deps, calls, caller), {
      onerror,
      // The list of tools never changes, so a subscription would only hold a connection.
      maxSubscriptions: 0,
    });
    const isPlain = message !== undefined && isPlainRequest(request);
    const fetch: typeof handler.fetch = async (...args) => {
      const result = isPlain
        ? await respondInJson(createServer(deps, calls, caller), args[0], message)
        : await handler.fetch(...args);
      result.headers.set('Cache-Control', 'no-store');
      // Node decides that: its `keep-alive` would be wrong for HTTP/1.0, and while the service drains.
      result.headers.delete('Connection');
      return result;
    };
    return toNodeHandler({ fetch }, { onerror })(request, response, message);
  };
}

/** Whether a client posts JSON-RPC without a revision and reads JSON, but no stream: those of UCP do (decision 0065). */
function isPlainRequest(request: ExpressRequest): boolean {
  const { accept = '*/*', 'mcp-protocol-version': revision } = request.headers;
  return (
    revision === undefined && !accept.includes('text/event-stream') && request.accepts('json') === 'json'
  );
}

/** Responds with one JSON body. The library only lets clients in that name both types. */
async function respondInJson(
  server: Server,
  { url, headers: given }: Request,
  parsedBody: unknown,
): Promise<globalThis.Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  const headers = new Headers(given);
  headers.set('Accept', 'application/json, text/event-stream');
  const result = await transport.handleRequest(new Request(url, { method: 'POST', headers }), { parsedBody });
  await server.close();
  return result;
}

const information = {
  name: 'conversational-agent-service',
  title: 'Conversational Agent Service',
  version: '1.0.0',
};

const instructions =
  'Tools of one shop: its agents, which talk to shoppers, and its product catalogue. Find an agent with list_agents, ' +
  'then talk to it with send_message. The catalogue tools answer from the products directly, without an agent.';

const capabilities = { tools: { listChanged: false } };

/** The library's low-level server: its other one turns the errors of a protocol into results of the tool. */
function createServer(deps: Deps, calls: RunningCalls, caller: Caller): Server {
  const server = new Server(information, { instructions, capabilities });
  const owner = { storeId: caller.store.id, session: caller.session };
  server.setRequestHandler('tools/list', () => ({ tools: serviceTools.map(({ listed }) => listed) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = serviceTools.find(({ listed }) => listed.name === params.name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Tool ${params.name} not found`);
    const result = await calls.run(owner, context.mcpReq.id, (cancelled) => {
      const signal = AbortSignal.any([cancelled, caller.signal, context.mcpReq.signal]);
      return callTool(tool, { deps, caller, input: params.arguments ?? {}, context, signal });
    });
    return server.projectCallToolResult(result, { ...tool.listed.outputSchema });
  });
  // The library's own handler only knows the calls of this one request.
  server.setNotificationHandler('notifications/cancelled', ({ params }) => {
    if (params.requestId !== undefined) calls.cancel(owner, params.requestId);
  });
  return server;
}

async function callTool(tool: ServiceTool, call: ToolCall<unknown>): Promise<CallToolResult> {
  try {
    await call.caller.countCall();
    const output = await tool.run(call);
    const texts = [JSON.stringify(output), tool.noticeFor?.(call.input) ?? []].flat();
    return { content: texts.map((text) => ({ type: 'text', text })), structuredContent: { ...output } };
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    return toolError(error, call.caller);
  }
}

/** The API's error body as a tool error, which a model can read and act on. */
function toolError(thrown: unknown, caller: Caller): CallToolResult {
  const error = asServiceError(thrown);
  if (error.code === 'internal') caller.log.error({ err: error.cause ?? error }, 'tool failed');
  return { content: [{ type: 'text', text: JSON.stringify(errorBody(error)) }], isError: true };
}
