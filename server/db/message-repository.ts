import type { Knex } from 'knex';
import type { MessageOutcome, MessageRecord } from './records.ts';
import type { MessageRepository, NewMessage } from './repositories.ts';
import type { Write } from './write.ts';

interface MessageRow {
  id: string;
  store_id: string;
  conversation_id: string;
  position: number;
  role: 'user' | 'assistant';
  content: string;
  outcome: MessageOutcome;
  usage: string | null;
  created_at: string;
}

/** Messages over the table `messages`. */
export function createMessageRepository(db: Knex, write: Write): MessageRepository {
  return {
    append: (storeId, message, joined) =>
      write(async (trx) => {
        await joined?.(trx);
        return appendMessage(trx, storeId, message);
      }),
    async list(storeId, conversationId, newest) {
      const query = db<MessageRow>('messages')
        .where({ store_id: storeId, conversation_id: conversationId })
        .orderBy('position', 'desc');
      const rows = await (newest === undefined ? query : query.limit(newest));
      return rows.reverse().map(toMessage);
    },
  };
}

/** Appends at the next position of the conversation, whose row is locked until the transaction ends. */
export async function appendMessage(
  trx: Knex.Transaction,
  storeId: string,
  message: NewMessage,
): Promise<MessageRecord> {
  const { conversationId } = message;
  await trx('conversations').where({ store_id: storeId, id: conversationId }).forNoKeyUpdate().first('id');
  const position = trx('messages')
    .where({ store_id: storeId, conversation_id: conversationId })
    .select(trx.raw('coalesce(max(position) + 1, 0)'));
  const [row] = await trx('messages')
    .insert({ ...toRow(storeId, message), position })
    .returning<Pick<MessageRow, 'position'>[]>('position');
  if (row === undefined) throw new Error('the database returned no position for a message');
  return { ...message, storeId, position: row.position };
}

function toMessage(row: MessageRow): MessageRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    conversationId: row.conversation_id,
    position: row.position,
    role: row.role,
    content: row.content,
    outcome: row.outcome,
    usage: row.usage,
    createdAt: row.created_at,
  };
}

function toRow(storeId: string, message: NewMessage): Omit<MessageRow, 'position'> {
  return {
    id: message.id,
    store_id: storeId,
    conversation_id: message.conversationId,
    role: message.role,
    content: message.content,
    outcome: message.outcome,
    usage: message.usage,
    created_at: message.createdAt,
  };
}
