import type { Knex } from 'knex';
import type { ConversationRepository } from './repositories.ts';

interface ConversationRow {
  id: string;
  store_id: string;
  agent_id: string;
  visitor_id: string | null;
  created_at: string;
}

/** Conversations over the table `conversations`. */
export function createConversationRepository(db: Knex): ConversationRepository {
  const table = () => db<ConversationRow>('conversations');
  return {
    async insert(storeId, conversation) {
      await table().insert({
        id: conversation.id,
        store_id: storeId,
        agent_id: conversation.agentId,
        visitor_id: conversation.visitorId,
        created_at: conversation.createdAt,
      });
    },
    async find(storeId, conversationId) {
      const row = await table().where({ store_id: storeId, id: conversationId }).first();
      if (row === undefined) return undefined;
      return {
        id: row.id,
        storeId: row.store_id,
        agentId: row.agent_id,
        visitorId: row.visitor_id,
        createdAt: row.created_at,
      };
    },
  };
}
