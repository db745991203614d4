import { expect, onTestFinished } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { validateChatEvent } from '../../generated/validators.js';
import { startReply } from '../chat/reply.ts';
import type { ChatLimits } from '../config/chat-limits.ts';
import type { AgentTools } from '../tools/types.ts';
import { eventsOf } from './read-events.ts';
import { createScriptedModel, type ScriptedModel } from './scripted-model.ts';
import { createTestChat, requestTo, type TestChat } from './test-chat.ts';

interface Exchange {
  readonly conversationId: string;
  readonly events: ChatEvent[];
}

/** A chat with a scripted model. */
export interface ScriptedChat {
  readonly chat: TestChat;
  readonly scripted: ScriptedModel;
  /** Sends a message and reads its events to the end, which are as the contract has them. */
  ask(message: string, conversationId?: string, client?: AbortController): Promise<Exchange>;
}

/** Creates a chat, which closes when the test ends. */
export async function createScriptedChat(
  scripts: Parameters<typeof createScriptedModel>[0],
  options: { readonly tools?: AgentTools; readonly limits?: Partial<ChatLimits> } = {},
): Promise<ScriptedChat> {
  const scripted = createScriptedModel(scripts);
  const chat = await createTestChat({ model: scripted.model, ...options });
  onTestFinished(() => chat.close());
  const ask: ScriptedChat['ask'] = async (message, conversationId, client = new AbortController()) => {
    const request = requestTo(chat.agent, message, conversationId);
    const reply = await startReply(chat.runtime, request, client.signal);
    const events = await eventsOf(reply);
    for (const event of events)
      expect(validateChatEvent(event), JSON.stringify(validateChatEvent.errors)).toBe(true);
    return { conversationId: reply.conversationId, events };
  };
  return { chat, scripted, ask };
}
