import { createServer, type IncomingHttpHeaders } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { close, listen } from './local-server.ts';

export interface ToolServer {
  readonly url: string;
  /** The headers of all requests so far. */
  readonly seen: IncomingHttpHeaders[];
  /** The called tools, in order. */
  readonly calls: string[];
  /** Stops the server; `start` starts it again on the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Starts a remote MCP server; by default with tools that succeed, fail, hang, or return too much. */
export async function startToolServer(
  createTools: (calls: string[]) => McpServer = orderTools,
): Promise<ToolServer> {
  const calls: string[] = [];
  const handler = toNodeHandler(createMcpHandler(() => createTools(calls)));
  const seen: IncomingHttpHeaders[] = [];
  let port = 0;
  let server = createServer();
  const start = async (): Promise<void> => {
    server = createServer((request, response) => {
      seen.push(request.headers);
      // A Node request, whose optional properties have narrower types.
      void handler(request as Parameters<typeof handler>[0], response);
    });
    port = await listen(server, port);
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    seen,
    calls,
    start,
    stop: () => close(server),
  };
}

function orderTools(calls: string[]): McpServer {
  const server = new McpServer({ name: 'orders', version: '1.0.0' });
  const inputSchema = z.object({ order: z.string().optional() });
  const add = (
    name: string,
    description: string,
    run: (order?: string) => ToolResult | Promise<ToolResult>,
  ): void => {
    server.registerTool(name, { description, inputSchema }, async ({ order }) => {
      calls.push(name);
      return run(order);
    });
  };
  add('track_order', 'Where an order is.', (order) => textResult(`Order ${order} is on its way.`));
  add('cancel_order', 'Cancels an order for good.', (order) => textResult(`Order ${order} is cancelled.`));
  add('refuse', 'Always fails.', () => ({ ...textResult('There is no such order.'), isError: true }));
  add('long', 'Returns too much.', () => textResult('word '.repeat(20_000)));
  add('hang', 'Never returns.', () => new Promise(() => undefined));
  add('search_catalog', 'A name that collides.', () => textResult('not the catalogue'));
  return server;
}

// Must be a type: an interface is not assignable to the SDK's index signature.
type ToolResult = {
  content: { type: 'text'; text: string }[];
  isError?: boolean;
};

function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}
