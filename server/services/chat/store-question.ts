import type { ModelMessage } from 'ai';
import { timestamp } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { ChatRuntime } from './chat-runtime.ts';
import { storedContent } from './history.ts';
import type { OpenedConversation } from './open-conversation.ts';
import type { ReplyRequest } from './start-reply.ts';

/** Stores the user's message, and the conversation when it is a new one, before any model is called. */
export async function storeQuestion(
  { repositories, clock }: Pick<ChatRuntime, 'repositories' | 'clock'>,
  { storeId, agentId, visitorId, message }: ReplyRequest,
  { conversationId, isNew }: OpenedConversation,
): Promise<void> {
  const createdAt = timestamp(clock);
  if (isNew) {
    const conversation = { id: conversationId, storeId, agentId, visitorId, createdAt };
    await repositories.conversations.insert(storeId, conversation);
  }
  const said: ModelMessage[] = [{ role: 'user', content: message }];
  await repositories.messages.append(storeId, {
    id: newId('msg'),
    storeId,
    conversationId,
    role: 'user',
    content: storedContent(said),
    outcome: 'complete',
    usage: null,
    createdAt,
  });
}
