import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { countTokens } from './count-tokens.ts';
import { pacedStream } from './paced-stream.ts';
import { replyTo } from './reply.ts';
import type { Reply } from './reply.ts';
import { contentOf, finishReasonOf, streamParts } from './stream-parts.ts';

/**
 * The built-in shopping model: offline, deterministic and stateless. It understands product questions in English, calls
 * `search_catalog`, `lookup_catalog` and `get_product`, and answers from their results only. Responses name `modelId`;
 * a stream waits `paceMs` before each text chunk. Calls reject only with the reason of the abort signal.
 */
export function createBuiltInModel({
  modelId = 'built-in',
  paceMs = 0,
}: { readonly modelId?: string; readonly paceMs?: number } = {}): LanguageModelV4 {
  return new BuiltInModel(modelId, paceMs);
}

class BuiltInModel implements LanguageModelV4 {
  readonly specificationVersion = 'v4';
  readonly provider = 'built-in';
  readonly supportedUrls = {};
  readonly modelId: string;
  readonly #paceMs: number;

  constructor(modelId: string, paceMs: number) {
    this.modelId = modelId;
    this.#paceMs = paceMs;
  }

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    options.abortSignal?.throwIfAborted();
    const reply = replyTo(options);
    return {
      content: contentOf(reply),
      finishReason: finishReasonOf(reply),
      usage: usageOf(options, reply),
      warnings: warningsOf(options),
      response: { modelId: this.modelId },
    };
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    options.abortSignal?.throwIfAborted();
    const reply = replyTo(options);
    const parts = streamParts(reply, usageOf(options, reply), warningsOf(options), this.modelId);
    return { stream: pacedStream(parts, this.#paceMs, options.abortSignal) };
  }
}

function usageOf({ prompt }: LanguageModelV4CallOptions, { tokens }: Reply): LanguageModelV4Usage {
  const input = prompt.reduce((sum, { content }) => sum + countTokens(JSON.stringify(content)), 0);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: tokens, text: tokens, reasoning: 0 },
  };
}

function warningsOf({
  responseFormat,
  stopSequences,
  toolChoice,
}: LanguageModelV4CallOptions): SharedV4Warning[] {
  const forced = toolChoice?.type === 'required' || toolChoice?.type === 'tool';
  return [
    ...(responseFormat?.type === 'json' ? ['responseFormat'] : []),
    ...((stopSequences?.length ?? 0) > 0 ? ['stopSequences'] : []),
    ...(forced ? ['toolChoice'] : []),
  ].map((feature) => ({ type: 'unsupported', feature }));
}
