import type { LanguageModelV4, LanguageModelV4CallOptions as Options } from '@ai-sdk/provider';
import type { LanguageModelV4GenerateResult as Result } from '@ai-sdk/provider';
import { readConversation, type Step, toolsOf } from './conversation.ts';
import { readMessage } from './read-message.ts';
import { charactersPerToken, estimateUsage } from '../estimate-usage.ts';
import { replyStream } from '../reply-stream.ts';
import { respond } from './respond.ts';
import { type Call, type Course, stateAfter } from './state.ts';
import { finishReasonOf, replies } from './words/replies.ts';

type Reply = Pick<Result, 'content' | 'finishReason'>;

/**
 * The built-in shopping model: offline, deterministic and stateless. It understands product questions in English, calls
 * the tools of the catalogue and the shop's knowledge, and replies from their results only. Responses name `modelId`; a
 * stream waits `paceMs` before each text chunk. Calls reject only with the reason of the abort signal.
 */
export function createBuiltInModel({
  modelId = 'built-in',
  paceMs = 0,
}: { readonly modelId?: string; readonly paceMs?: number } = {}): LanguageModelV4 {
  const doGenerate = async (options: Options): Promise<Result> => {
    options.abortSignal?.throwIfAborted();
    const reply = replyTo(options);
    return { ...reply, usage: estimateUsage(options, reply), warnings: [], response: { modelId } };
  };
  return {
    specificationVersion: 'v4',
    provider: 'built-in',
    supportedUrls: {},
    modelId,
    doGenerate,
    async doStream(options) {
      return { stream: replyStream(await doGenerate(options), paceMs, options.abortSignal) };
    },
  };
}

const because = (unified: Result['finishReason']['unified']) => ({ unified, raw: undefined });

/** Replies to a prompt with one text or one tool call, within `maxOutputTokens` (source 2.2). */
function replyTo(options: Options): Reply {
  const tools = toolsOf(options);
  const { turns, callCount } = readConversation(options.prompt);
  const { said, steps } = turns.pop() ?? { said: '', steps: [] };
  const state = stateAfter(turns);
  const next = nextStep(respond({ message: readMessage(said, state.currency), state, tools }), steps);
  const maxLength = (options.maxOutputTokens ?? Infinity) * charactersPerToken;
  if (typeof next !== 'string') {
    const [input, toolName] = [JSON.stringify(next.input), tools[next.tool] ?? next.tool];
    const call = { type: 'tool-call', toolCallId: `built_in_${callCount + 1}`, toolName, input } as const;
    // A truncated call would be invalid, so reply with text instead.
    if (toolName.length + input.length <= maxLength)
      return { content: [call], finishReason: because('tool-calls') };
  }
  const whole = typeof next === 'string' ? next : replies.tooShort;
  const text = whole.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
  const finishReason = text === whole ? finishReasonOf(text) : because('length');
  return { content: [{ type: 'text', text }], finishReason };
}

/** Replays the results of the current turn, and returns the next call or the text: the model keeps nothing between calls. */
function nextStep(course: Course, steps: readonly Step[]): Call | string {
  let next = course.next();
  for (const { tool, reading } of steps)
    if (next.done !== true && next.value.tool === tool) next = course.next(reading);
  return next.value;
}
