import type { Knex } from 'knex';
import { addCounts, addTokens, type CountedConversation } from './conversation-sums.ts';
import type { MessageOutcome, MessageRecord, Thumb } from './records.ts';
import type { MessageRepository, NewMessage, NewReply } from './repositories.ts';
import { truncate } from '../support/plain-text.ts';
import type { Write } from './write.ts';

interface MessageRow {
  id: string;
  store_id: string;
  conversation_id: string;
  position: number;
  role: 'user' | 'assistant';
  content: string;
  text: string;
  outcome: MessageOutcome;
  created_at: string;
}

/** The columns that an appended message changes. */
interface ConversationRow extends CountedConversation {
  id: string;
  first_message: string;
  message_count: number;
  outcome: MessageOutcome | null;
  is_answered: boolean;
  is_unanswered: boolean;
  thumb: Thumb | null;
}

/** Messages over the table `messages`, and how the replies among them came about over `replies`. */
export function createMessageRepository(db: Knex, write: Write): MessageRepository {
  return {
    append: (storeId, message, joined) =>
      write(async (trx) => {
        await joined?.(trx);
        return appendMessage(trx, storeId, message);
      }),
    appendReply: (storeId, message, reply, joined) =>
      write(async (trx) => {
        await joined?.(trx);
        return appendReply(trx, storeId, message, reply);
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

/** At the next position of the conversation, whose row is locked until the transaction ends. */
async function appendMessage(
  trx: Knex.Transaction,
  storeId: string,
  message: NewMessage,
): Promise<MessageRecord> {
  const conversation = await lockConversation(trx, storeId, message.conversationId);
  const position = conversation.message_count;
  await insertMessage(trx, storeId, message, position);
  await updateConversation(trx, storeId, message.conversationId, {
    message_count: position + 1,
    ...(position === 0 && { first_message: firstMessageOf(message) }),
  });
  if (position === 0) await addCounts(trx, conversation, { conversations: 1 });
  return { ...message, storeId, position };
}

async function appendReply(
  trx: Knex.Transaction,
  storeId: string,
  message: NewMessage,
  reply: NewReply,
): Promise<MessageRecord> {
  const conversation = await lockConversation(trx, storeId, message.conversationId);
  const position = conversation.message_count;
  await insertMessage(trx, storeId, message, position);
  await insertReply(trx, conversation, message, reply);
  await updateConversation(trx, storeId, message.conversationId, {
    message_count: position + 1,
    outcome: message.outcome,
    ...(reply.isAnswered && { is_answered: true }),
    ...(reply.isUnanswered && { is_unanswered: true }),
  });
  await addCounts(trx, conversation, {
    replies: 1,
    conversations: position === 0 ? 1 : 0,
    answered: reply.isAnswered && !conversation.is_answered ? 1 : 0,
    unanswered: reply.isUnanswered && !conversation.is_unanswered ? 1 : 0,
  });
  await addTokens(trx, conversation, {
    model_provider: reply.modelProvider,
    model: reply.model,
    input_tokens: reply.inputTokens,
    output_tokens: reply.outputTokens,
  });
  return { ...message, storeId, position };
}

/** Throws when the store has no such conversation. */
async function lockConversation(
  trx: Knex.Transaction,
  storeId: string,
  conversationId: string,
): Promise<ConversationRow> {
  const row = await trx<ConversationRow>('conversations')
    .where({ store_id: storeId, id: conversationId })
    .forNoKeyUpdate()
    .first();
  if (row === undefined) throw new Error('a message was appended to a conversation that does not exist');
  return row;
}

async function updateConversation(
  trx: Knex.Transaction,
  storeId: string,
  conversationId: string,
  change: Partial<ConversationRow>,
): Promise<void> {
  await trx<ConversationRow>('conversations').where({ store_id: storeId, id: conversationId }).update(change);
}

async function insertReply(
  trx: Knex.Transaction,
  conversation: ConversationRow,
  message: NewMessage,
  reply: NewReply,
): Promise<void> {
  await trx('replies').insert({
    store_id: conversation.store_id,
    message_id: message.id,
    conversation_id: conversation.id,
    agent_id: conversation.agent_id,
    channel: conversation.channel,
    is_test: Boolean(conversation.is_test),
    conversation_started_at: conversation.created_at,
    model_provider: reply.modelProvider,
    model: reply.model,
    outcome: message.outcome,
    error: reply.error,
    input_tokens: reply.inputTokens,
    output_tokens: reply.outputTokens,
    first_token_ms: reply.firstTokenMs,
    total_ms: reply.totalMs,
    is_answered: reply.isAnswered,
    is_unanswered: reply.isUnanswered,
  });
}

/** Inserts a message at a position that nobody else inserts at. */
export async function insertMessage(
  trx: Knex.Transaction,
  storeId: string,
  message: NewMessage,
  position: number,
): Promise<void> {
  await trx('messages').insert({ ...toRow(storeId, message), position });
}

const maxFirstMessage = 200;

/** What a list shows of a conversation's first message. */
export function firstMessageOf(message: NewMessage): string {
  return truncate(message.text, maxFirstMessage);
}

function toMessage(row: MessageRow): MessageRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    conversationId: row.conversation_id,
    position: row.position,
    role: row.role,
    content: row.content,
    text: row.text,
    outcome: row.outcome,
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
    text: message.text,
    outcome: message.outcome,
    created_at: message.createdAt,
  };
}
