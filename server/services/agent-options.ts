import type { components } from '../../generated/dashboard.d.ts';
import {
  builtInModelId,
  type ModelSettings,
  type ProviderSlot,
  type Vendor,
} from '../config/model-settings.ts';
import { connectionsOf } from '../db/connections.ts';
import type { Database } from '../db/database.ts';
import { builtInCatalogType, builtInKnowledgeType } from '../tools/types.ts';

type Options = components['schemas']['AgentOptions'];

const vendorNames: Readonly<Record<Vendor, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  openrouter: 'OpenRouter',
  bedrock: 'Amazon Bedrock',
};

/** It has the words of its replies itself. */
const builtInName = 'Built-in shopping model, which reads no instructions';

/**
 * The models that work here: the default model of each provider with credentials, and the built-in model where it
 * replaces one without. A provider has more models than that: an agent may name any of them.
 */
export function listModelOptions({ providers, fallback }: ModelSettings): Options['models'] {
  const options: Options['models'] = [];
  // Object.entries types the keys as text.
  for (const [slot, vendor] of Object.entries(providers) as [
    ProviderSlot,
    ModelSettings['providers'][ProviderSlot],
  ][]) {
    if (vendor === null) continue;
    const name = `${vendorNames[vendor.vendor]}: ${vendor.model}`;
    options.push({ model_provider: slot, model_id: vendor.model, name });
  }
  const free = (['provider_one', 'provider_two', 'provider_three'] as const).find(
    (slot) => providers[slot] === null,
  );
  if (fallback && free !== undefined) {
    options.push({ model_provider: free, model_id: builtInModelId, name: builtInName });
  }
  return options;
}

/** The tools that agents of the store may use: the built-in ones, and the connections to MCP servers (source 2.2). */
export async function listToolOptions(
  { database }: { readonly database: Database },
  storeId: string,
): Promise<Options['tools']> {
  const connections = await connectionsOf(database, storeId);
  return [
    {
      type: builtInCatalogType,
      name: 'Product catalogue',
      description: "Searches the store's products and reads their prices, options and availability.",
    },
    {
      type: builtInKnowledgeType,
      name: 'Shop knowledge',
      description: 'Searches what you import under Knowledge: returns, shipping, opening hours and the like.',
    },
    ...connections.map(({ type, url, store_id: owner }) => ({
      type,
      name: nameOfType(type),
      // The address of a connection for every store is the operator's.
      description:
        owner === null ? 'Tools for every store of this service.' : `Tools of ${new URL(url).host}.`,
    })),
  ];
}

/** `order_status` as `Order status`. */
function nameOfType(type: string): string {
  const words = type.replaceAll(/[_-]+/g, ' ').trim();
  return words === '' ? type : words.charAt(0).toUpperCase() + words.slice(1);
}
