import type { Knex } from 'knex';
import { isPostgres } from './connect.ts';
import type { GroupCommit } from './group-commit.ts';
import { appendIn, appendWith } from './message-repository.ts';
import { oftenReadRows } from './raw-rows.ts';
import type { ConversationRepository } from './repositories.ts';
import { prepared } from './sqlite-handle.ts';

interface ConversationRow {
  id: string;
  store_id: string;
  agent_id: string;
  visitor_id: string | null;
  created_at: string;
}

const findSql = 'select * from conversations where store_id = ? and id = ?';
const insertSql = `insert into conversations (id, store_id, agent_id, visitor_id, created_at)
  values (@id, @store_id, @agent_id, @visitor_id, @created_at)`;

/** Conversations over the table `conversations`. */
export function createConversationRepository(db: Knex, commits: GroupCommit): ConversationRepository {
  return {
    async insert(storeId, conversation, first) {
      const row: ConversationRow = {
        id: conversation.id,
        store_id: storeId,
        agent_id: conversation.agentId,
        visitor_id: conversation.visitorId,
        created_at: conversation.createdAt,
      };
      if (isPostgres(db)) {
        await db.transaction(async (trx) => {
          await trx<ConversationRow>('conversations').insert(row);
          if (first !== undefined) await appendWith(trx, storeId, first);
        });
      } else {
        await commits.write((connection) => {
          prepared(connection, insertSql).run(row);
          if (first !== undefined) appendIn(connection, storeId, first);
        });
      }
    },
    async find(storeId, conversationId) {
      const [row] = await oftenReadRows<ConversationRow>(db, findSql, [storeId, conversationId]);
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
