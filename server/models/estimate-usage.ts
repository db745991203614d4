import type { LanguageModelV4CallOptions as Options } from '@ai-sdk/provider';
import type { LanguageModelV4GenerateResult as Result } from '@ai-sdk/provider';

/** As in English. */
export const charactersPerToken = 4;

/** The tokens of a call and its reply, for models that do not count them. */
export function estimateUsage(
  { prompt }: Pick<Options, 'prompt'>,
  { content }: Pick<Result, 'content'>,
): Result['usage'] {
  const count = (text: string): number => Math.ceil(text.length / charactersPerToken);
  const input = prompt.reduce((sum, message) => sum + count(JSON.stringify(message.content)), 0);
  const [part] = content;
  const output = count(
    part?.type === 'tool-call' ? part.toolName + part.input : part?.type === 'text' ? part.text : '',
  );
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}
