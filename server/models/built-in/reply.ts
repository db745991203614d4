import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { catalogToolsOf } from './catalog-tool-names.ts';
import { countTokens, cutToTokens } from './count-tokens.ts';
import { decide } from './decide.ts';
import { phrase } from './phrase/phrase.ts';
import { readConversation } from './read-conversation.ts';

/** What the model says in one step. */
export type Reply =
  | { readonly type: 'text'; readonly text: string; readonly cut: boolean; readonly tokens: number }
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

/** The reply to a prompt: the same prompt and tools always give the same one. Within `maxOutputTokens` (source 2.2). */
export function replyTo(request: Request): Reply {
  const { maxOutputTokens } = request;
  const tools = catalogToolsOf(request);
  const conversation = readConversation(request.prompt);
  const decision = decide(conversation, tools);
  if (decision.type === 'answer') return textReply(phrase(decision.answer), maxOutputTokens);
  const input = JSON.stringify(decision.input);
  const toolName = tools[decision.tool] ?? decision.tool;
  const tokens = countTokens(toolName + input);
  // Half a call is of no use to anybody, so it is said in words, as far as they fit.
  if (maxOutputTokens !== undefined && tokens > maxOutputTokens) return textReply(tooShort, maxOutputTokens);
  return { type: 'call', toolCallId: freshCallId(conversation.callIds), toolName, input, tokens };
}

function textReply(text: string, maxOutputTokens: number | undefined): Reply {
  const kept = maxOutputTokens === undefined ? text : cutToTokens(text, maxOutputTokens);
  return { type: 'text', text: kept, cut: kept.length < text.length, tokens: countTokens(kept) };
}

function freshCallId(taken: ReadonlySet<string>): string {
  let number = taken.size + 1;
  while (taken.has(`call_${number}`)) number += 1;
  return `call_${number}`;
}
