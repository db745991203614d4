import type { AgentRecord } from '../../db/records.ts';
import { ServiceError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { ChatRuntime } from './chat-runtime.ts';
import type { ReplyRequest } from './reply-request.ts';

export interface OpenedConversation {
  readonly agent: AgentRecord;
  readonly conversationId: string;
  readonly isNew: boolean;
}

/**
 * Finds the agent and the conversation to continue, or names a new one (source 4.1).
 * Throws ServiceError `not_found`, in the same words whether a thing is unknown, another store's or another agent's.
 */
export async function openConversation(
  { repositories }: Pick<ChatRuntime, 'repositories'>,
  request: ReplyRequest,
): Promise<OpenedConversation> {
  const { storeId, agentId, conversationId, visitorId } = request;
  const agent = await repositories.agents.find(storeId, agentId);
  if (agent === undefined) throw new ServiceError('not_found', 'agent not found');
  if (conversationId === undefined) return { agent, conversationId: newId('cnv'), isNew: true };
  const conversation = await repositories.conversations.find(storeId, conversationId);
  // A key may continue every conversation of its store (source 5.9), a visitor only their own.
  const mayContinue = visitorId === null || conversation?.visitorId === visitorId;
  if (conversation?.agentId !== agentId || !mayContinue) {
    throw new ServiceError('not_found', 'conversation not found');
  }
  return { agent, conversationId, isNew: false };
}
