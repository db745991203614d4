import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';
import { replyStream } from './reply-stream.ts';
import { replyTo } from './reply.ts';

/**
 * The built-in shopping model: offline, deterministic and stateless. It understands product questions in English, calls
 * `search_catalog` and `get_product`, and replies from their results only. Responses name `modelId`; a stream waits
 * `paceMs` before each text chunk. Calls reject only with the reason of the abort signal.
 */
export function createBuiltInModel({
  modelId = 'built-in',
  paceMs = 0,
}: { readonly modelId?: string; readonly paceMs?: number } = {}): LanguageModelV4 {
  const doGenerate = async (options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> => {
    options.abortSignal?.throwIfAborted();
    return { ...replyTo(options), warnings: [], response: { modelId } };
  };
  return {
    specificationVersion: 'v4',
    provider: 'built-in',
    supportedUrls: {},
    modelId,
    doGenerate,
    doStream: async (options) => ({
      stream: replyStream(await doGenerate(options), paceMs, options.abortSignal),
    }),
  };
}
