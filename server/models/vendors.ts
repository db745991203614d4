import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Vendor, VendorSettings } from '../config/model-settings.ts';

type ModelFactory = (modelId: string) => LanguageModelV4;

const factories: Readonly<Record<Vendor, (settings: VendorSettings) => Promise<ModelFactory>>> = {
  anthropic: async (settings) => {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic(keyed(settings));
  },
  openai: async (settings) => {
    const { createOpenAI } = await import('@ai-sdk/openai');
    // Chat Completions, which OpenAI-compatible gateways behind a base URL speak too.
    return createOpenAI(keyed(settings)).chat;
  },
  openrouter: async (settings) => {
    const { createOpenRouter } = await import('@openrouter/ai-sdk-provider');
    return createOpenRouter(keyed(settings)).chat;
  },
  bedrock: async (settings) => {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    return createAmazonBedrock({
      ...keyed(settings),
      ...settings.aws,
      ...(settings.region === null ? {} : { region: settings.region }),
    });
  },
};

function keyed({ apiKey, baseUrl }: VendorSettings): { apiKey?: string; baseURL?: string } {
  return { ...(apiKey === null ? {} : { apiKey }), ...(baseUrl === null ? {} : { baseURL: baseUrl }) };
}

/** Opens the vendor's SDK, loaded on first use; the result makes a model of any model id. */
export function openVendor(settings: VendorSettings): Promise<ModelFactory> {
  return factories[settings.vendor](settings);
}
