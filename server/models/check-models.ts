import type { LanguageModelV4 } from '@ai-sdk/provider';
import { builtInModelId, type ModelSettings, type ProviderSlot } from '../config/model-settings.ts';
import type { AgentConfig } from '../db/records.ts';
import { noteOfFailure } from './model-failure.ts';
import { createModelRegistry } from './registry.ts';

/** The outcome of one call of a vendor. */
export interface ModelCheck {
  readonly provider: ProviderSlot;
  readonly vendor: string;
  readonly model: string;
  readonly ms: number;
  /** What is wrong, with the variable to change; null: the vendor replied. */
  readonly problem: string | null;
}

/** How long a vendor may take, in milliseconds. */
export const checkTimeoutMs = 20_000;

/** Calls the model of each configured vendor once, with a prompt of a few tokens, until the signal is aborted. Never rejects. */
export async function checkModels(settings: ModelSettings, signal: AbortSignal): Promise<ModelCheck[]> {
  const { modelFor } = createModelRegistry(settings);
  const configured = Object.entries(settings.providers) as [
    ProviderSlot,
    ModelSettings['providers'][ProviderSlot],
  ][];
  const checks = configured.map(async ([provider, vendor]): Promise<ModelCheck[]> => {
    if (vendor === null) return [];
    const startedAt = performance.now();
    const config = configOf(provider);
    const problem = await modelFor(config)
      .then((model) => callOnce(model, config.max_tokens, signal))
      .then(() => null)
      .catch((error: unknown) => problemOf(provider, vendor.model, error));
    const ms = Math.round(performance.now() - startedAt);
    return [{ provider, vendor: vendor.vendor, model: vendor.model, ms, problem }];
  });
  return (await Promise.all(checks)).flat();
}

function configOf(provider: ProviderSlot): AgentConfig {
  return {
    model_provider: provider,
    model_id: builtInModelId,
    system_prompt: '',
    temperature: 0.7,
    max_tokens: 16,
  };
}

/** Calls as replies do, with a stream. Throws what the call or the stream throws. */
async function callOnce(
  model: LanguageModelV4,
  maxOutputTokens: number,
  abortSignal: AbortSignal,
): Promise<void> {
  const { stream } = await model.doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: 'Reply with OK.' }] }],
    maxOutputTokens,
    abortSignal,
  });
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'finish') return;
  }
  throw new Error('the stream ended before the reply was complete');
}

/** In our own words: the vendor's may hold the key. */
function problemOf(provider: ProviderSlot, model: string, error: unknown): string {
  const prefix = provider.toUpperCase();
  const { name, providerStatus: status } = noteOfFailure(error);
  if (name === 'TimeoutError' || name === 'AbortError') return 'no response in time';
  if (status === undefined)
    return `not reached (${codeOf(error) ?? name}): check ${prefix}_BASE_URL and the network`;
  if (status === 401 || status === 403)
    return `${status}: ${prefix}_API_KEY is invalid, or may not use ${model}`;
  if (status === 402) return '402: the account has no credit left';
  if (status === 404)
    return `404: the model ${model} does not exist, or not at this URL: set ${prefix}_MODEL`;
  if (status === 429) return '429: too many requests, or the quota of the account is used up';
  if (status >= 500) return `${status}: the vendor fails; try again later`;
  return `${status}: the vendor rejects the request: check ${prefix}_MODEL and ${prefix}_BASE_URL`;
}

/** Of the system, as ECONNREFUSED, somewhere among the causes. */
function codeOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}
