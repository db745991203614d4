import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';
import { nextStep } from './decide/course.ts';
import { respond } from './decide/respond.ts';
import { stateAfter } from './decide/state.ts';
import { readConversation } from './read-conversation.ts';
import { toolsOf } from './tools.ts';

type Reply = Pick<LanguageModelV4GenerateResult, 'content' | 'finishReason' | 'usage'>;
type Request = Pick<LanguageModelV4CallOptions, 'prompt' | 'tools' | 'toolChoice' | 'maxOutputTokens'>;

const tooShort = 'My replies are limited to too few words to look that up.';

/** Replies to a prompt with one text or one tool call, deterministically and within `maxOutputTokens` (source 2.2). */
export function replyTo(request: Request): Reply {
  const { prompt, maxOutputTokens = Infinity } = request;
  const tools = toolsOf(request);
  const { earlier, current, callIds } = readConversation(prompt);
  const step = nextStep({ current }, respond({ said: current.said, state: stateAfter(earlier), tools }));
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
