import type { Knex } from 'knex';
import { appendMessage } from './message-repository.ts';
import type { ConversationRepository } from './repositories.ts';
import type { Write } from './write.ts';

interface ConversationRow {
  id: string;
  store_id: string;
  agent_id: string;
  visitor_id: string | null;
  created_at: string;
}

/** Conversations over the table `conversations`. */
export function createConversationRepository(db: Knex, write: Write): ConversationRepository {
  return {
    insert: (storeId, conversation, first, joined) =>
      write(async (trx) => {
        await joined?.(trx);
        await trx<ConversationRow>('conversations').insert({
          id: conversation.id,
          store_id: storeId,
          agent_id: conversation.agentId,
          visitor_id: conversation.visitorId,
          created_at: conversation.createdAt,
        });
        if (first !== undefined) await appendMessage(trx, storeId, first);
      }),
    async find(storeId, conversationId) {
      const row = await db<ConversationRow>('conversations')
        .where({ store_id: storeId, id: conversationId })
        .first();
      return (
        row && {
          id: row.id,
          storeId: row.store_id,
          agentId: row.agent_id,
          visitorId: row.visitor_id,
          createdAt: row.created_at,
        }
      );
    },
  };
}
