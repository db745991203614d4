import type { LanguageModelV4 } from '@ai-sdk/provider';
import {
  builtInModelId,
  calledModel,
  type ModelSettings,
  type ProviderSlot,
  type VendorSettings,
} from '../config/model-settings.ts';
import type { Config } from '../config/config.ts';
import type { AgentConfig } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { createBuiltInModel } from './built-in/built-in-model.ts';
import { openVendor } from './vendors.ts';

/** Chooses the model that an agent's config names (source 2.2). */
export interface ModelRegistry {
  /** Throws ServiceError `model_unavailable` when the provider has no credentials and no fallback. */
  modelFor(config: AgentConfig): Promise<LanguageModelV4>;
}

/** The models behind provider_one, provider_two and provider_three (source 2.2). */
export function createModelRegistry(settings: ModelSettings): ModelRegistry {
  const opened = new Map<ProviderSlot, ReturnType<typeof openVendor>>();
  const open = (slot: ProviderSlot, vendor: VendorSettings): ReturnType<typeof openVendor> => {
    const known = opened.get(slot) ?? openVendor(vendor);
    opened.set(slot, known);
    return known;
  };
  return {
    async modelFor({ model_provider: slot, model_id: modelId }: AgentConfig): Promise<LanguageModelV4> {
      const vendor = settings.providers[slot];
      if (vendor !== null) {
        const modelOf = await open(slot, vendor);
        return modelOf(calledModel(vendor, modelId));
      }
      if (settings.fallback) return createBuiltInModel({ modelId, paceMs: settings.builtInPaceMs });
      throw new ServiceError('model_unavailable', `no credentials are configured for ${slot}`);
    },
  };
}

/** The built-in model where it replies in an outage of a vendor, too (decision 0059); null with MODEL_FALLBACK=none. */
export function createFallback({ fallback, builtInPaceMs }: ModelSettings): LanguageModelV4 | null {
  return fallback ? createBuiltInModel({ modelId: builtInModelId, paceMs: builtInPaceMs }) : null;
}

/** Whether a model costs nothing and needs no vendor. */
export function isBuiltIn({ provider }: Pick<LanguageModelV4, 'provider'>): boolean {
  return provider === 'built-in';
}

const kinds: Readonly<Record<ProviderSlot, string>> = {
  provider_one: 'direct vendor',
  provider_two: 'router',
  provider_three: 'cloud platform',
};
const slots = Object.keys(kinds) as ProviderSlot[];

/** One line for each provider, for the start-up banner: its vendor, or that the built-in model stands in. */
export function describeModels(settings: ModelSettings): string[] {
  return slots.map((slot) => `${slot} (${kinds[slot]}): ${sourceOf(settings, slot)}`);
}

/** The models that are called by default and have no price: no cap can take effect on them (decision 0059). */
export function unpricedModels({ models, modelPrices }: Pick<Config, 'models' | 'modelPrices'>): string[] {
  const called = slots.flatMap((slot) => models.providers[slot]?.model ?? []);
  return called.filter((model) => !modelPrices.has(model));
}

function sourceOf(settings: ModelSettings, slot: ProviderSlot): string {
  const vendor = settings.providers[slot];
  const variable = `${slot.toUpperCase()}_API_KEY`;
  if (vendor !== null) return vendor.vendor + (vendor.baseUrl === null ? '' : ` at ${vendor.baseUrl}`);
  return settings.fallback
    ? `the built-in shopping model stands in and reads no system prompt; set ${variable} to use a vendor`
    : `no credentials: its agents return an error until ${variable} is set`;
}
