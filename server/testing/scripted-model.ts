import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

/** What a scripted model does in one call: emit a part, hang until the abort, or throw. */
export type ScriptLine = LanguageModelV4StreamPart | 'hang' | Error;
export type Script = readonly ScriptLine[];

export interface ScriptedModel {
  readonly model: LanguageModelV4;
  /** The options of every call so far. */
  readonly calls: LanguageModelV4CallOptions[];
}

/** A model that plays one script a call, and the last one again and again. */
export function createScriptedModel(
  scripts: readonly Script[] | ((options: LanguageModelV4CallOptions) => Script),
): ScriptedModel {
  const received: LanguageModelV4CallOptions[] = [];
  const next = (options: LanguageModelV4CallOptions): Script => {
    if (typeof scripts === 'function') return scripts(options);
    return scripts[Math.min(received.length, scripts.length) - 1] ?? [];
  };
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('a scripted model only streams')),
    doStream(options) {
      received.push(options);
      const script = next(options);
      const [first] = script;
      if (first instanceof Error) return Promise.reject(first);
      return Promise.resolve({ stream: play(script, options.abortSignal) });
    },
  };
  return { model, calls: received };
}

function play(script: Script, signal: AbortSignal | undefined): ReadableStream<LanguageModelV4StreamPart> {
  const lines = script[Symbol.iterator]();
  return new ReadableStream({
    start: (controller) => controller.enqueue({ type: 'stream-start', warnings: [] }),
    async pull(controller) {
      const line = lines.next();
      if (line.done === true) controller.close();
      else if (line.value instanceof Error) controller.error(line.value);
      else if (line.value === 'hang') controller.error(await abortOf(signal));
      else controller.enqueue(line.value);
    },
  });
}

function abortOf(signal: AbortSignal | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    signal?.addEventListener('abort', () => resolve(signal.reason), { once: true });
  });
}

export function says(...chunks: readonly string[]): LanguageModelV4StreamPart[] {
  const deltas = chunks.map((delta) => ({ type: 'text-delta' as const, id: 't', delta }));
  return [{ type: 'text-start', id: 't' }, ...deltas, { type: 'text-end', id: 't' }];
}

export function calls(toolName: string, input: object, toolCallId = 'call_1'): LanguageModelV4StreamPart {
  return { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) };
}

export function finishes(
  unified: 'stop' | 'length' | 'tool-calls' | 'error' = 'stop',
): LanguageModelV4StreamPart {
  const inputTokens = { total: 11, noCache: 11, cacheRead: 0, cacheWrite: 0 };
  const outputTokens = { total: 7, text: 7, reasoning: 0 };
  return {
    type: 'finish',
    finishReason: { unified, raw: unified },
    usage: { inputTokens, outputTokens },
  };
}
