import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { Deployment, Incoming, Reply, Store } from './deployment.ts';
import { bytes } from './replies.ts';

function toolServer(toolNames: readonly string[], store: Store): McpServer {
  const server = new McpServer({ name: 'a shop', version: '1.0.0' });
  for (const name of toolNames) {
    server.registerTool(name, { description: `Tool ${name}` }, () => ({
      content: [{ type: 'text', text: JSON.stringify(store.agents) }],
    }));
  }
  return server;
}

function toRequest(incoming: Incoming): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const body = ['GET', 'HEAD'].includes(incoming.method) ? null : new Uint8Array(incoming.body);
  return new Request(`http://localhost${incoming.path}`, { method: incoming.method, headers, body });
}

/** Serves one MCP request of a store whose key was accepted (source 4.6). */
export async function answerMcp(deployment: Deployment, incoming: Incoming, store: Store): Promise<Reply> {
  const handler = createMcpHandler(() => toolServer(deployment.mcpToolNames, store));
  const response = await handler.fetch(toRequest(incoming));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    frames: [bytes(Buffer.from(await response.arrayBuffer()))],
  };
}
