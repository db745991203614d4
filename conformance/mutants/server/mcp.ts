import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { Deployment, HttpRequest, HttpResponse, Store } from './deployment.ts';
import { bytes } from './responses.ts';

function toolServer(toolNames: readonly string[], store: Store): McpServer {
  const server = new McpServer({ name: 'a shop', version: '1.0.0' });
  for (const name of toolNames) {
    server.registerTool(name, { description: `Tool ${name}` }, () => ({
      content: [{ type: 'text', text: JSON.stringify(store.agents) }],
    }));
  }
  return server;
}

function toRequest(request: HttpRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const body = ['GET', 'HEAD'].includes(request.method) ? null : new Uint8Array(request.body);
  return new Request(`http://localhost${request.path}`, { method: request.method, headers, body });
}

/** Handles an MCP request of an authenticated store (source 4.6). */
export async function handleMcp(
  deployment: Deployment,
  request: HttpRequest,
  store: Store,
): Promise<HttpResponse> {
  const handler = createMcpHandler(() => toolServer(deployment.mcpToolNames, store));
  const response = await handler.fetch(toRequest(request));
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    frames: [bytes(Buffer.from(await response.arrayBuffer()))],
  };
}
