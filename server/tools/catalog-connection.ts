import { InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { Catalog } from '../catalog/catalog.ts';
import { type CatalogTool, getProduct, lookupCatalog, searchCatalog } from '../catalog/catalog-tools.ts';
import { withFormattedPrices } from '../catalog/money/format-money.ts';
import type { Clock } from '../support/clock.ts';
import { createMcpConnection } from './mcp-connection.ts';
import type { ToolConnection } from './types.ts';

/** One store's catalogue as a connection: an MCP server in this process, behind the same client as remote ones. */
export function createCatalogConnection(clock: Clock, catalog: () => Promise<Catalog>): ToolConnection {
  return createMcpConnection({
    clock,
    // Its tools never change while the service runs.
    listFreshMs: Number.POSITIVE_INFINITY,
    connectMs: 5000,
    async open() {
      const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
      await createCatalogServer(catalog).connect(serverSide);
      return clientSide;
    },
  });
}

/** An MCP server over one store's catalogue. `catalog` is read for every call, because imports change it. */
function createCatalogServer(catalog: () => Promise<Catalog>): McpServer {
  const server = new McpServer({ name: 'product_catalog', version: '1.0.0' });
  register(server, searchCatalog, catalog);
  register(server, lookupCatalog, catalog);
  register(server, getProduct, catalog);
  return server;
}

function register<Input extends z.ZodObject, Output extends object>(
  server: McpServer,
  tool: CatalogTool<Input, Output>,
  catalog: () => Promise<Catalog>,
): void {
  const { name, title, description, inputSchema, outputSchema } = tool;
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const call = async (input: z.infer<Input>) => {
    const output = tool.run(await catalog(), input);
    const shown = withFormattedPrices(output);
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(shown) }],
      structuredContent: { ...shown },
      isError: 'error' in output,
    };
  };
  // The SDK cannot infer the callback's input from a schema that is a type parameter.
  const config = { title, description, inputSchema: inputSchema as z.ZodObject, outputSchema, annotations };
  server.registerTool(name, config, (input) => call(input as z.infer<Input>));
}
