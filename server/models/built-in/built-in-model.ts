import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import { countTokens } from './count-tokens.ts';
import { replyTo } from './reply.ts';
import type { Reply } from './reply.ts';
import { contentOf, finishReasonOf, streamParts } from './stream-parts.ts';

/**
 * The shopping model that needs no vendor: offline, deterministic, without state. It reads product questions in plain
 * English, calls `search_catalog`, `lookup_catalog` and `get_product`, and answers from nothing but their results.
 * `modelId` is what responses name, `paceMs` what a stream waits before each piece of text. Calls reject with the abort signal's reason and in no other way.
 */
export function createBuiltInModel({
  modelId = 'built-in',
  paceMs = 0,
}: { readonly modelId?: string; readonly paceMs?: number } = {}): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'built-in',
    modelId,
    supportedUrls: {},
    async doGenerate(options) {
      options.abortSignal?.throwIfAborted();
      const reply = replyTo(options);
      return {
        content: contentOf(reply),
        finishReason: finishReasonOf(reply),
        usage: usageOf(options, reply),
        warnings: warningsOf(options),
        response: { modelId },
      };
    },
    async doStream(options) {
      options.abortSignal?.throwIfAborted();
      const reply = replyTo(options);
      const parts = streamParts(reply, usageOf(options, reply), warningsOf(options), modelId);
      return { stream: streamOf(parts, paceMs, options.abortSignal) };
    },
  };
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

/** One part per turn of the event loop, so that an abort or another request is heard between any two. */
function streamOf(
  parts: readonly LanguageModelV4StreamPart[],
  paceMs: number,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  let next = 0;
  let stop = (): void => undefined;
  let isOver = false;
  let deliver = (): void => undefined;
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      start(controller) {
        deliver = () => {
          if (isOver) return;
          const part = parts[next++];
          if (part !== undefined) return controller.enqueue(part);
          stop();
          controller.close();
        };
        const onAbort = (): void => {
          isOver = true;
          controller.error(signal?.reason);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        stop = () => signal?.removeEventListener('abort', onAbort);
      },
      // Answers at once and delivers later: a promise for each piece would cost more than the piece.
      pull() {
        if (paceMs > 0 && parts[next]?.type === 'text-delta') setTimeout(deliver, paceMs);
        else setImmediate(deliver);
      },
      cancel() {
        isOver = true;
        stop();
      },
    },
    { highWaterMark: 0 },
  );
}
