import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { catalogToolsOf } from './catalog-tool-names.ts';
import { countTokens, truncateToTokens } from './count-tokens.ts';
import { decide } from './decide.ts';
import { phrase } from './phrase/phrase.ts';
import { readConversation } from './read-conversation.ts';

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
  const tools = catalogToolsOf(request);
  const conversation = readConversation(request.prompt);
  const decision = decide(conversation, tools);
  if (decision.type === 'answer') return textReply(phrase(decision.answer), maxOutputTokens);
  const input = JSON.stringify(decision.input);
  const toolName = tools[decision.tool] ?? decision.tool;
  const tokens = countTokens(toolName + input);
  // A truncated call would be invalid, so reply with text instead.
  if (maxOutputTokens !== undefined && tokens > maxOutputTokens) return textReply(tooShort, maxOutputTokens);
  return { type: 'call', toolCallId: freshCallId(conversation.callIds), toolName, input, tokens };
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
