import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';
import { readConversation, type Step, toolsOf } from './conversation.ts';
import { respond } from './reply/respond.ts';
import { type Call, type Course, stateAfter } from './reply/state.ts';
import { prepared } from './words/prepared.ts';
import { replyStream } from './reply-stream.ts';

type Options = LanguageModelV4CallOptions;
type Unified = LanguageModelV4GenerateResult['finishReason']['unified'];
type Content = LanguageModelV4GenerateResult['content'][number];
type Reply = Pick<LanguageModelV4GenerateResult, 'content' | 'finishReason' | 'usage'>;

/**
 * The built-in shopping model: offline, deterministic and stateless. It understands product questions in English, calls
 * `search_catalog` and `get_product`, and replies from their results only. Responses name `modelId`; a stream waits
 * `paceMs` before each text chunk. Calls reject only with the reason of the abort signal.
 */
export function createBuiltInModel({
  modelId = 'built-in',
  paceMs = 0,
}: { readonly modelId?: string; readonly paceMs?: number } = {}): LanguageModelV4 {
  const doGenerate = async (options: Options): Promise<LanguageModelV4GenerateResult> => {
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

const charactersPerToken = 4;

/** Replies to a prompt with one text or one tool call, within `maxOutputTokens` (source 2.2). */
function replyTo(options: Options): Reply {
  const { prompt, maxOutputTokens = Infinity } = options;
  const tools = toolsOf(options);
  const { turns, callCount } = readConversation(prompt);
  const { said, steps } = turns.pop() ?? { said: '', steps: [] };
  const step = nextStep(respond({ said, state: stateAfter(turns), tools }), steps);
  const maxLength = maxOutputTokens * charactersPerToken;
  if (typeof step !== 'string') {
    const [input, toolName] = [JSON.stringify(step.input), tools[step.tool] ?? step.tool];
    const call: Content = { type: 'tool-call', toolCallId: `built_in_${callCount + 1}`, toolName, input };
    // A truncated call would be invalid, so reply with text instead.
    if (toolName.length + input.length <= maxLength)
      return replyOf(call, 'tool-calls', options, toolName + input);
  }
  const text = typeof step === 'string' ? step : prepared.tooShort;
  const kept = text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
  return replyOf({ type: 'text', text: kept }, kept === text ? 'stop' : 'length', options, kept);
}

/** Replays the results of the current turn, and returns the next call or the text: the model keeps nothing between calls. */
function nextStep(course: Course, steps: readonly Step[]): Call | string {
  let next = course.next();
  for (const { tool, reading } of steps)
    if (next.done !== true && next.value.tool === tool) next = course.next(reading);
  return next.value;
}

function replyOf(content: Content, unified: Unified, { prompt }: Options, written: string): Reply {
  // Tokens are estimated: four characters each, as in English.
  const count = (text: string): number => Math.ceil(text.length / charactersPerToken);
  const input = prompt.reduce((sum, message) => sum + count(JSON.stringify(message.content)), 0);
  const output = count(written);
  return {
    content: [content],
    finishReason: { unified, raw: undefined },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: output, text: output, reasoning: 0 },
    },
  };
}
