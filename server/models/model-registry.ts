import type { LanguageModelV4 } from '@ai-sdk/provider';
import { ServiceError } from '../errors.ts';
import { loadOnce } from '../load-once.ts';
import type { AgentConfig } from '../db/records.ts';
import type { ModelRegistry } from '../services/chat/chat-runtime.ts';
import { builtInModelId } from './provider-config.ts';
import type { ModelSettings, ProviderSlot, VendorSettings } from './provider-config.ts';
import { openVendor } from './vendor-model.ts';

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
        return modelOf(modelId === builtInModelId ? vendor.model : modelId);
      }
      if (settings.fallback) return builtIn(modelId, settings.builtInPaceMs);
      throw new ServiceError('model_unavailable', `no credentials are configured for ${slot}`);
    },
  };
}

const loadBuiltIn = loadOnce(() => import('./built-in/built-in-model.ts'));

async function builtIn(modelId: string, paceMs: number): Promise<LanguageModelV4> {
  const { createBuiltInModel } = await loadBuiltIn();
  return createBuiltInModel({ modelId, paceMs });
}
