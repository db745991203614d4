import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

export interface ToolServer {
  readonly url: string;
  /** The header fields of every request so far. */
  readonly seen: IncomingHttpHeaders[];
  /** The tools that were called, in order. */
  readonly calls: string[];
  /** Stops answering; `start` answers again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A remote MCP server with tools that behave and tools that do not. */
export async function startToolServer(): Promise<ToolServer> {
  const calls: string[] = [];
  const handler = toNodeHandler(createMcpHandler(() => orderTools(calls)));
  const seen: IncomingHttpHeaders[] = [];
  let port = 0;
  let server = createServer();
  const start = async (): Promise<void> => {
    server = createServer((request, response) => {
      seen.push(request.headers);
      // Node's own request: only its optional fields are typed more narrowly there.
      void handler(request as Parameters<typeof handler>[0], response);
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  };
  await start();
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    seen,
    calls,
    start,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function orderTools(calls: string[]): McpServer {
  const server = new McpServer({ name: 'orders', version: '1.0.0' });
  const inputSchema = z.object({ order: z.string().optional() });
  const add = (
    name: string,
    description: string,
    answer: (order?: string) => Answer | Promise<Answer>,
  ): void => {
    server.registerTool(name, { description, inputSchema }, async ({ order }) => {
      calls.push(name);
      return answer(order);
    });
  };
  add('track_order', 'Where an order is.', (order) => says(`Order ${order} is on its way.`));
  add('cancel_order', 'Cancels an order for good.', (order) => says(`Order ${order} is cancelled.`));
  add('refuse', 'Always fails.', () => ({ ...says('There is no such order.'), isError: true }));
  add('long', 'Says too much.', () => says('word '.repeat(20_000)));
  add('hang', 'Never answers.', () => new Promise(() => undefined));
  add('search_catalog', 'A name that collides.', () => says('not the catalogue'));
  return server;
}

// A type, not an interface: the SDK's result takes any further member.
type Answer = {
  content: { type: 'text'; text: string }[];
  isError?: boolean;
};

function says(text: string): Answer {
  return { content: [{ type: 'text', text }] };
}
