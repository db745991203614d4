import { timestamp } from '../../clock.ts';
import type { NewMessage } from '../../db/repositories.ts';
import { newId } from '../../ids.ts';
import type { ChatRuntime } from './chat-runtime.ts';
import { storedContent } from './history.ts';
import { userMessage } from './model-message.ts';
import type { OpenedConversation } from './open-conversation.ts';
import type { ReplyRequest } from './reply-request.ts';

/** Stores the user's message, and the conversation when it is a new one, before any model is called. */
export async function storeQuestion(
  { repositories, clock }: Pick<ChatRuntime, 'repositories' | 'clock'>,
  { storeId, agentId, visitorId, message }: ReplyRequest,
  { conversationId, isNew }: OpenedConversation,
): Promise<void> {
  const createdAt = timestamp(clock);
  const question: NewMessage = {
    id: newId('msg'),
    storeId,
    conversationId,
    role: 'user',
    content: storedContent([userMessage(message)]),
    outcome: 'complete',
    usage: null,
    createdAt,
  };
  if (isNew) {
    const conversation = { id: conversationId, storeId, agentId, visitorId, createdAt };
    await repositories.conversations.insert(storeId, conversation, question);
  } else {
    await repositories.messages.append(storeId, question);
  }
}
