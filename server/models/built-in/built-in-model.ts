import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';
import { readConversation, toolsOf } from './conversation.ts';
import { respond } from './reply/respond.ts';
import { type Call, type Course, stateAfter } from './reply/state.ts';
import type { Step } from './conversation.ts';
import { replyStream } from './reply-stream.ts';

type Reply = Pick<LanguageModelV4GenerateResult, 'content' | 'finishReason' | 'usage'>;
type Request = Pick<LanguageModelV4CallOptions, 'prompt' | 'tools' | 'toolChoice' | 'maxOutputTokens'>;

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

const tooShort = 'My replies are limited to too few words to look that up.';

/** Replies to a prompt with one text or one tool call, deterministically and within `maxOutputTokens` (source 2.2). */
function replyTo(request: Request): Reply {
  const { prompt, maxOutputTokens = Infinity } = request;
  const tools = toolsOf(request);
  const { earlier, current, callIds } = readConversation(prompt);
  const course = respond({ said: current.said, state: stateAfter(earlier), tools });
  const step = nextStep(course, current.steps);
  if (typeof step === 'string') return textReply(step, request);
  const input = JSON.stringify(step.input);
  const toolName = tools[step.tool] ?? step.tool;
  const tokens = countTokens(toolName + input);
  // A truncated call would be invalid, so reply with text instead.
  if (tokens > maxOutputTokens) return textReply(tooShort, request);
  return {
    content: [{ type: 'tool-call', toolCallId: freshCallId(callIds), toolName, input }],
    finishReason: finishReason('tool-calls'),
    usage: usageOf(request, tokens),
  };
}

/** Replays the results of the current turn, and returns the next call or the text: the model keeps nothing between calls. */
function nextStep(course: Course, steps: readonly Step[]): Call | string {
  let next = course.next();
  for (const { tool, reading } of steps)
    if (next.done !== true && next.value.tool === tool) next = course.next(reading);
  return next.value;
}

function textReply(text: string, request: Request): Reply {
  const { maxOutputTokens = Infinity } = request;
  const kept = text.slice(0, maxOutputTokens * charactersPerToken).replace(/[\ud800-\udbff]$/, '');
  return {
    content: [{ type: 'text', text: kept }],
    finishReason: finishReason(kept === text ? 'stop' : 'length'),
    usage: usageOf(request, countTokens(kept)),
  };
}

function finishReason(unified: LanguageModelV4FinishReason['unified']): LanguageModelV4FinishReason {
  return { unified, raw: undefined };
}

const charactersPerToken = 4;

/** Estimates the tokens of a text: four characters each, as in English. */
function countTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

function usageOf({ prompt }: Request, output: number): Reply['usage'] {
  const input = prompt.reduce((sum, { content }) => sum + countTokens(JSON.stringify(content)), 0);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

function freshCallId(taken: ReadonlySet<string>): string {
  let number = taken.size + 1;
  while (taken.has(`call_${number}`)) number += 1;
  return `call_${number}`;
}
