import type { Knex } from 'knex';
import { addCounts } from './conversation-sums.ts';
import { firstMessageOf, insertMessage } from './message-repository.ts';
import type { Channel, ConversationRecord, MessageOutcome, Thumb } from './records.ts';
import type { ConversationRepository, NewConversation } from './repositories.ts';
import type { Write } from './write.ts';

interface ConversationRow {
  id: string;
  store_id: string;
  agent_id: string;
  visitor_id: string | null;
  channel: Channel;
  chatbot_id: string | null;
  // SQLite returns 0 and 1.
  is_test: boolean | 0 | 1;
  created_at: string;
  first_message: string;
  message_count: number;
  outcome: MessageOutcome | null;
  is_answered: boolean | 0 | 1;
  is_unanswered: boolean | 0 | 1;
  thumb: Thumb | null;
}

/** Conversations over the table `conversations`. */
export function createConversationRepository(db: Knex, write: Write): ConversationRepository {
  return {
    insert: (storeId, conversation, first, joined) =>
      write(async (trx) => {
        await joined?.(trx);
        const row = toRow(storeId, conversation);
        if (first === undefined) {
          await trx<ConversationRow>('conversations').insert(row);
          return;
        }
        const begun = { ...row, first_message: firstMessageOf(first), message_count: 1 };
        await trx<ConversationRow>('conversations').insert(begun);
        await insertMessage(trx, storeId, first, 0);
        await addCounts(trx, row, { conversations: 1 });
      }),
    async find(storeId, conversationId) {
      const row = await db<ConversationRow>('conversations')
        .where({ store_id: storeId, id: conversationId })
        .first();
      return row && toConversation(row);
    },
  };
}

function toRow(storeId: string, conversation: NewConversation) {
  return {
    id: conversation.id,
    store_id: storeId,
    agent_id: conversation.agentId,
    visitor_id: conversation.visitorId,
    channel: conversation.channel,
    chatbot_id: conversation.chatbotId,
    is_test: conversation.isTest,
    created_at: conversation.createdAt,
  };
}

function toConversation(row: ConversationRow): ConversationRecord {
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
