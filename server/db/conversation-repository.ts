import type { Knex } from 'knex';
import {
  addCounts,
  type ConversationRow,
  lockConversation,
  toConversation,
  recountReplies,
} from './conversation-row.ts';
import { firstMessageOf, insertMessage } from './message-repository.ts';
import { insertPastConversations } from './past-conversations.ts';
import type { Thumb } from './records.ts';
import type {
  ConversationFilter,
  ConversationRepository,
  ListedConversation,
  NewConversation,
} from './repositories.ts';
import type { Write } from './write.ts';

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
        await addCounts(trx, [[row, { conversations: 1 }]]);
      }),
    insertPast: (storeId, past) => write((trx) => insertPastConversations(trx, storeId, past)),
    async find(storeId, conversationId) {
      const row = await db<ConversationRow>('conversations')
        .where({ store_id: storeId, id: conversationId })
        .first();
      return row && toConversation(row);
    },
    async findListed(storeId, conversationId) {
      const row = await selectListed(db, storeId).where('c.id', conversationId).first();
      return row && toListed(row);
    },
    async list(storeId, filter, { after, limit }) {
      const query = selectListed(db, storeId).where('c.is_test', false);
      applyFilter(db, query, storeId, filter);
      if (after !== undefined) query.whereRaw('(c.created_at, c.id) < (?, ?)', [after.createdAt, after.id]);
      const newestFirst = [
        { column: 'c.created_at', order: 'desc' },
        { column: 'c.id', order: 'desc' },
      ];
      const rows: ListedRow[] = await query.orderBy(newestFirst).limit(limit);
      return rows.map(toListed);
    },
    listOfVisitor: (storeId, visitorId, limit) =>
      db('conversations').where({ store_id: storeId, visitor_id: visitorId }).limit(limit).pluck('id'),
    async listBefore(storeId, before, limit) {
      const ids: string[] = [];
      // The index begins with store and test mark.
      for (const isTest of [false, true]) {
        const older = db<ConversationRow>('conversations').where({ store_id: storeId, is_test: isTest });
        ids.push(
          ...(await older
            .where('created_at', '<', before)
            .limit(limit - ids.length)
            .pluck('id')),
        );
      }
      return ids;
    },
    remove: (storeId, conversationIds) => write((trx) => removeConversations(trx, storeId, conversationIds)),
    setThumb: (storeId, conversationId, thumb) =>
      write((trx) => setThumb(trx, storeId, conversationId, thumb)),
  };
}

interface ListedRow extends ConversationRow {
  agent_name: string | null;
}

function selectListed(db: Knex, storeId: string): Knex.QueryBuilder<object, ListedRow[]> {
  return db('conversations as c')
    .leftJoin('agents as a', { 'a.store_id': 'c.store_id', 'a.id': 'c.agent_id' })
    .where('c.store_id', storeId)
    .select('c.*', 'a.name as agent_name');
}

function toListed(row: ListedRow): ListedConversation {
  return { ...toConversation(row), agentName: row.agent_name ?? row.agent_id };
}

function applyFilter(db: Knex, query: Knex.QueryBuilder, storeId: string, filter: ConversationFilter): void {
  const { visitorId, agentId, channel, outcome, isAnswered, isUnanswered, thumb, product, text } = filter;
  if (visitorId !== undefined) query.where('c.visitor_id', visitorId);
  if (agentId !== undefined) query.where('c.agent_id', agentId);
  if (channel !== undefined) query.where('c.channel', channel);
  if (outcome !== undefined) query.where('c.outcome', outcome);
  if (isAnswered !== undefined) query.whereRaw(isAnswered ? 'c.is_answered' : 'not c.is_answered');
  // Written out: SQLite uses a partial index only where the statement has its condition.
  if (outcome !== undefined && outcome !== 'complete') query.whereRaw("c.outcome <> 'complete'");
  if (isUnanswered !== undefined) query.whereRaw(isUnanswered ? 'c.is_unanswered' : 'not c.is_unanswered');
  if (thumb !== undefined) query.where('c.thumb', thumb);
  if (product !== undefined) query.whereExists(productEvents(db, product));
  applyRange(query, 'c.created_at', filter);
  if (text === undefined) return;
  // Not `exists`: the messages of the range are read in the order of their index.
  const containing = db('messages as m')
    .where('m.store_id', storeId)
    .whereRaw(String.raw`lower(m.text) like lower(?) escape '\'`, [`%${escapeLike(text)}%`])
    .select('m.conversation_id');
  applyRange(containing, 'm.created_at', filter);
  query.whereIn('c.id', containing);
}

/** The events of a conversation's visitor, who has an index. */
function productEvents(db: Knex, product: 'shown' | 'clicked' | 'added'): Knex.QueryBuilder {
  return db('widget_events as e')
    .whereRaw('e.store_id = c.store_id and e.visitor_id = c.visitor_id and e.conversation_id = c.id')
    .where('e.type', `product_${product}`)
    .select(db.raw('1'));
}

function applyRange(query: Knex.QueryBuilder, column: string, { from, until }: ConversationFilter): void {
  if (from !== undefined) query.where(column, '>=', from);
  if (until !== undefined) query.where(column, '<', until);
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

async function removeConversations(
  trx: Knex.Transaction,
  storeId: string,
  ids: readonly string[],
): Promise<number> {
  const questions = trx('messages').where('store_id', storeId).whereIn('conversation_id', ids).select('id');
  // They hold the replies for repetitions of the request.
  const requests = trx('idempotent_requests').where('store_id', storeId).whereIn('question_id', questions);
  const conversations = trx('conversations').where('store_id', storeId).whereIn('id', ids);
  // In PostgreSQL a message that is appended at the same time waits, and finds no conversation. The rows are locked in the
  // order of such a write, its request first, and each kind in one order: another process may delete the same ones.
  await requests.clone().orderBy(['operation', 'key']).forUpdate().select('key');
  await conversations.clone().orderBy('id').forUpdate().select('id');
  await requests.delete();
  for (const table of ['widget_events', 'replies', 'messages']) {
    await trx(table).where('store_id', storeId).whereIn('conversation_id', ids).delete();
  }
  return conversations.delete();
}

/** False when the store has no such conversation, or it no reply. */
async function setThumb(
  trx: Knex.Transaction,
  storeId: string,
  conversationId: string,
  thumb: Thumb,
): Promise<boolean> {
  const conversation = await lockConversation(trx, storeId, conversationId);
  if (conversation === undefined) return false;
  const replies = trx('replies').where({ store_id: storeId, conversation_id: conversationId });
  const latest = await replies.orderBy('sequence', 'desc').first('sequence');
  if (latest === undefined) return false;
  await trx('replies').where('sequence', latest.sequence).update({ thumb });
  await recountReplies(trx, conversation, { thumb });
  return true;
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
