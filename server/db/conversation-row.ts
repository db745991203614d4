import type { Knex } from 'knex';
import type { Channel, ConversationRecord, MessageOutcome, Thumb } from './records.ts';

/** A row of `conversations`. SQLite returns 0 and 1 for booleans. */
export interface ConversationRow {
  id: string;
  store_id: string;
  agent_id: string;
  visitor_id: string | null;
  channel: Channel;
  chatbot_id: string | null;
  is_test: boolean | 0 | 1;
  created_at: string;
  first_message: string;
  message_count: number;
  outcome: MessageOutcome | null;
  is_answered: boolean | 0 | 1;
  is_unanswered: boolean | 0 | 1;
  thumb: Thumb | null;
}

export function toConversation(row: ConversationRow): ConversationRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    agentId: row.agent_id,
    visitorId: row.visitor_id,
    channel: row.channel,
    chatbotId: row.chatbot_id,
    isTest: Boolean(row.is_test),
    createdAt: row.created_at,
    firstMessage: row.first_message,
    messageCount: row.message_count,
    outcome: row.outcome,
    isAnswered: Boolean(row.is_answered),
    isUnanswered: Boolean(row.is_unanswered),
    thumb: row.thumb,
  };
}

/** Reads the row, which nobody else changes until the transaction ends. */
export async function lockConversation(
  trx: Knex.Transaction,
  storeId: string,
  conversationId: string,
): Promise<ConversationRow | undefined> {
  return trx<ConversationRow>('conversations')
    .where({ store_id: storeId, id: conversationId })
    .forNoKeyUpdate()
    .first();
}

export async function updateConversation(
  trx: Knex.Transaction,
  { store_id, id }: ConversationRow,
  change: Partial<ConversationRow>,
): Promise<void> {
  await trx<ConversationRow>('conversations').where({ store_id, id }).update(change);
}
