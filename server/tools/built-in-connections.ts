import { InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { addToCart } from '../catalog/add-to-cart.ts';
import { calculateTotal } from '../catalog/calculate-total.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { getProduct, lookupCatalog, searchCatalog } from '../catalog/catalog-tools.ts';
import { withFormattedPrices } from '../catalog/money/format-money.ts';
import { showProducts } from '../catalog/show-products.ts';
import { searchShopKnowledge, type ShopKnowledge } from '../knowledge/knowledge-tool.ts';
import type { Clock } from '../support/clock.ts';
import { createMcpConnection } from './mcp-connection.ts';
import { builtInCatalogType, builtInKnowledgeType, type ToolConnection } from './types.ts';

/** One store's catalogue as a connection. `catalog` is read for every call, because imports change it. */
export function createCatalogConnection(clock: Clock, catalog: () => Promise<Catalog>): ToolConnection {
  return createLocalConnection(clock, builtInCatalogType, (server) => {
    register(server, searchCatalog, catalog);
    register(server, lookupCatalog, catalog);
    register(server, getProduct, catalog);
    register(server, showProducts, catalog);
    register(server, calculateTotal, catalog);
    register(server, addToCart, catalog);
  });
}

/** One store's knowledge as a connection. `knowledge` is read for every call, because imports change it. */
export function createKnowledgeConnection(
  clock: Clock,
  knowledge: () => Promise<ShopKnowledge>,
): ToolConnection {
  return createLocalConnection(clock, builtInKnowledgeType, (server) =>
    register(server, searchShopKnowledge, knowledge),
  );
}

/** An MCP server in this process, behind the same client as remote ones. */
function createLocalConnection(
  clock: Clock,
  name: string,
  registerTools: (server: McpServer) => void,
): ToolConnection {
  return createMcpConnection({
    clock,
    // Its tools never change while the service runs.
    listFreshMs: Number.POSITIVE_INFINITY,
    connectMs: 5000,
    async open() {
      const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
      const server = new McpServer({ name, version: '1.0.0' });
      registerTools(server);
      await server.connect(serverSide);
      return clientSide;
    },
  });
}

/** A tool over the data of one store. `run` takes input that `inputSchema` has parsed, and never fails. */
export interface StoreTool<Data, Input extends z.ZodObject, Output> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Input;
  readonly outputSchema: z.ZodObject;
  run(data: Data, input: z.infer<Input>): Output;
}

function register<Data, Input extends z.ZodObject, Output extends object>(
  server: McpServer,
  tool: StoreTool<Data, Input, Output>,
  read: () => Promise<Data>,
): void {
  const { name, title, description, inputSchema, outputSchema } = tool;
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const call = async (input: z.infer<Input>) => {
    const output = tool.run(await read(), input);
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
