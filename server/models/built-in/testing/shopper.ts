import { asSchema, isStepCount, streamText, tool } from 'ai';
import type { ModelMessage, ToolSet } from 'ai';
import { type Catalog, createCatalog } from '../../../catalog/catalog.ts';
import type { Product } from '../../../db/records.ts';
import { catalogTools } from '../../../catalog/catalog-tools.ts';
import { createBuiltInModel } from '../built-in-model.ts';

export interface Call {
  readonly tool: string;
  readonly input: unknown;
  readonly output: unknown;
}

export interface Said {
  readonly text: string;
  readonly calls: readonly Call[];
}

export interface Shopper {
  /** Sends a message and waits for the complete reply; the next one continues the conversation. */
  say(message: string): Promise<Said>;
}

/** The real catalogue tools as tools of the SDK; the catalogue is opened for each call. */
export function toolsOver(open: (tool: string, input: object) => Promise<Catalog>): ToolSet {
  return Object.fromEntries(
    catalogTools.map((each) => [
      each.name,
      tool({
        description: each.description,
        // The SDK would convert it for every step of every reply.
        inputSchema: asSchema<unknown>(each.inputSchema),
        execute: async (input: unknown) => run(each, await open(each.name, Object(input)), input),
      }),
    ]),
  );
}

// Each tool parses its own input, which the union of their types cannot express.
function run(each: (typeof catalogTools)[number], catalog: Catalog, input: unknown): object {
  switch (each.name) {
    case 'search_catalog':
    case 'lookup_catalog':
    case 'get_product':
      return (each.run as (catalog: Catalog, input: unknown) => object)(
        catalog,
        each.inputSchema.parse(input),
      );
    default:
      throw new Error('no such tool');
  }
}

export async function catalogToolSet(products: readonly Product[]): Promise<ToolSet> {
  const catalog = createCatalog(products);
  return toolsOver(() => catalog);
}

/** A conversation with the built-in model through the SDK. */
export function createShopper(
  tools: ToolSet,
  instructions = 'You help the shoppers of a small shop.',
): Shopper {
  const messages: ModelMessage[] = [];
  const model = createBuiltInModel();
  return {
    async say(message) {
      messages.push({ role: 'user', content: message });
      const result = streamText({ model, instructions, messages, tools, stopWhen: isStepCount(8) });
      const steps = await result.steps;
      messages.push(...(await result.responseMessages));
      const calls = steps.flatMap((step) =>
        step.toolResults.map(({ toolName, input, output }) => ({ tool: toolName, input, output })),
      );
      return { text: steps.map((step) => step.text).join(''), calls };
    },
  };
}
