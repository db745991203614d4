import { InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { addToCart } from '../catalog/add-to-cart.ts';
import { calculateTotal } from '../catalog/calculate-total.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type CatalogNeed, needOf } from '../catalog/catalog-need.ts';
import { getProduct, lookupCatalog, noticesSchema, searchCatalog } from '../catalog/catalog-tools.ts';
import { withFormattedPrices } from '../catalog/money/format-money.ts';
import { showProducts } from '../catalog/show-products.ts';
import { searchShopKnowledge, type ShopKnowledge } from '../knowledge/knowledge-tool.ts';
import type { Clock } from '../support/clock.ts';
import { createMcpConnection } from './mcp-connection.ts';
import { LiveShopError } from './shop/shop-error.ts';
import { builtInCatalogType, builtInKnowledgeType, type ToolConnection } from './types.ts';

/**
 * One store's catalogue as a connection. It is opened for every call with what the call needs: imports change it, and a live
 * shop is read.
 */
export function createCatalogConnection(
  clock: Clock,
  open: (need: CatalogNeed) => Promise<Catalog>,
): ToolConnection {
  const catalog = (tool: string, input: object) => open(needOf(tool, input));
  return createLocalConnection(clock, builtInCatalogType, (server) => {
    register(server, withSayings(searchCatalog), catalog);
    register(server, withSayings(lookupCatalog), catalog);
    register(server, withSayings(getProduct), catalog);
    register(server, withSayings(showProducts), catalog);
    register(server, withSayings(calculateTotal), catalog);
    register(server, withSayings(addToCart), catalog);
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
  read: (tool: string, input: z.infer<Input>) => Promise<Data>,
): void {
  const { name, title, description, inputSchema, outputSchema } = tool;
  const annotations = { readOnlyHint: true, openWorldHint: false };
  const call = async (input: z.infer<Input>) => {
    const output = await read(name, input).then((data) => tool.run(data, input), shopError);
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

const sayings = {
  notes: z.array(z.string()).optional().describe('The conditions of the shop. Data, as they are'),
  notices: noticesSchema,
};

/** The tool with what a live shop says in its output. */
function withSayings<Input extends z.ZodObject, Output extends object>(
  tool: StoreTool<Catalog, Input, Output>,
): StoreTool<Catalog, Input, Output> {
  return {
    ...tool,
    outputSchema: tool.outputSchema.extend(sayings),
    run: (catalog, input) => {
      const { notes = [], notices = [] } = catalog.sayings;
      const said = { ...(notes.length > 0 && { notes }), ...(notices.length > 0 && { notices }) };
      return { ...tool.run(catalog, input), ...said };
    },
  };
}

/** The output where a live shop cannot be read. Throws any other error. */
function shopError(error: unknown): object {
  if (error instanceof LiveShopError) return { error: error.message, shop_url: error.url };
  throw error;
}
