import type { LanguageModelV4, LanguageModelV4Message, SharedV4ProviderOptions } from '@ai-sdk/provider';

/** Bedrock rejects a cache point for models without caching, so only families that have it are listed. */
const cachedOnBedrock =
  /anthropic\.claude-(?:3-7|3-5-haiku|(?:opus|sonnet|haiku)-\d)|amazon\.nova-(?:micro|lite|pro|premier)/;

/**
 * Marks the instructions (with the tools before them) and the latest message for the vendor's prompt cache, so that the
 * next call of the conversation reads them at a lower price. Vendors that cache by themselves, as OpenAI does, and models
 * without a cache get the prompt unchanged.
 */
export function withPromptCache(
  model: Pick<LanguageModelV4, 'provider' | 'modelId'>,
  prompt: readonly LanguageModelV4Message[],
): LanguageModelV4Message[] {
  const providerOptions = cacheMark(model);
  if (providerOptions === undefined) return [...prompt];
  return prompt.map((message, index) =>
    index === 0 || index === prompt.length - 1 ? { ...message, providerOptions } : message,
  );
}

function cacheMark({
  provider,
  modelId,
}: Pick<LanguageModelV4, 'provider' | 'modelId'>): SharedV4ProviderOptions | undefined {
  const cacheControl = { type: 'ephemeral' };
  if (provider.startsWith('anthropic')) return { anthropic: { cacheControl } };
  // Its other models cache by themselves.
  if (provider.startsWith('openrouter') && modelId.startsWith('anthropic/')) {
    return { openrouter: { cacheControl } };
  }
  if (provider.startsWith('amazon-bedrock') && cachedOnBedrock.test(modelId)) {
    return { bedrock: { cachePoint: { type: 'default' } } };
  }
  return undefined;
}
