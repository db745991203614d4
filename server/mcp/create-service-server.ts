import { McpServer, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server';
import type { Deps } from '../deps.ts';
import { asServiceError, errorBody } from '../errors.ts';
import type { Caller } from './caller.ts';
import type { RunningCalls } from './running-calls.ts';
import type { ServiceTool, ToolCall } from './service-tool.ts';
import { serviceTools } from './service-tools.ts';

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
