import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { countTokens, truncateToTokens } from './count-tokens.ts';
import { nextStep } from './decide/course.ts';
import { respond } from './decide/respond.ts';
import { stateAfter } from './decide/state.ts';
import { readConversation } from './read-conversation.ts';
import { toolsOf } from './tools.ts';

/** The model's output in one step: a text or a tool call. */
export type Reply =
  | { readonly type: 'text'; readonly text: string; readonly truncated: boolean; readonly tokens: number }
  | {
      readonly type: 'call';
      readonly toolCallId: string;
      readonly toolName: string;
      /** JSON text. */
      readonly input: string;
      readonly tokens: number;
    };

type Request = Pick<LanguageModelV4CallOptions, 'prompt' | 'tools' | 'toolChoice' | 'maxOutputTokens'>;

const tooShort = 'My replies are limited to too few words to look that up.';

/** Replies to a prompt, deterministically and within `maxOutputTokens` (source 2.2). */
export function replyTo(request: Request): Reply {
  const { maxOutputTokens } = request;
  const tools = toolsOf(request);
  const { earlier, current, callIds } = readConversation(request.prompt);
  const course = respond({ said: current.said, state: stateAfter(earlier), tools });
  const step = nextStep({ current }, course);
  if (typeof step === 'string') return textReply(step, maxOutputTokens);
  const input = JSON.stringify(step.input);
  const toolName = tools[step.tool] ?? step.tool;
  const tokens = countTokens(toolName + input);
  // A truncated call would be invalid, so reply with text instead.
  if (maxOutputTokens !== undefined && tokens > maxOutputTokens) return textReply(tooShort, maxOutputTokens);
  return { type: 'call', toolCallId: freshCallId(callIds), toolName, input, tokens };
}

function textReply(text: string, maxOutputTokens: number | undefined): Reply {
  const kept = maxOutputTokens === undefined ? text : truncateToTokens(text, maxOutputTokens);
  return { type: 'text', text: kept, truncated: kept.length < text.length, tokens: countTokens(kept) };
}

function freshCallId(taken: ReadonlySet<string>): string {
  let number = taken.size + 1;
  while (taken.has(`call_${number}`)) number += 1;
  return `call_${number}`;
}
