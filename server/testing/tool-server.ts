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
  /** Stops answering; `start` answers again at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** A remote MCP server with tools that behave and tools that do not. */
export async function startToolServer(): Promise<ToolServer> {
  const handler = toNodeHandler(createMcpHandler(() => orderTools()));
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
    start,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function orderTools(): McpServer {
  const server = new McpServer({ name: 'orders', version: '1.0.0' });
  const inputSchema = z.object({ order: z.string().optional() });
  server.registerTool('track_order', { description: 'Where an order is.', inputSchema }, ({ order }) => ({
    content: [{ type: 'text', text: `Order ${order} is on its way.` }],
  }));
  server.registerTool('refuse', { description: 'Always fails.', inputSchema }, () => ({
    content: [{ type: 'text', text: 'There is no such order.' }],
    isError: true,
  }));
  server.registerTool('long', { description: 'Says too much.', inputSchema }, () => ({
    content: [{ type: 'text', text: 'word '.repeat(20_000) }],
  }));
  server.registerTool(
    'hang',
    { description: 'Never answers.', inputSchema },
    () => new Promise<never>(() => undefined),
  );
  server.registerTool('search_catalog', { description: 'A name that collides.', inputSchema }, () => ({
    content: [{ type: 'text', text: 'not the catalogue' }],
  }));
  return server;
}
