import type { LanguageModelV4Message } from '@ai-sdk/provider';

/** One message of a conversation as models take it; the agent's instructions are not part of it. */
export type ModelMessage = Exclude<LanguageModelV4Message, { role: 'system' }>;

/** What the user said, as a message. */
export function userMessage(text: string): ModelMessage {
  return { role: 'user', content: [{ type: 'text', text }] };
}
