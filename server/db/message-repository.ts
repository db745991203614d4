import type { Knex } from 'knex';
import {
  addCounts,
  addTokens,
  type ConversationRow,
  lockConversation,
  recountReplies,
  updateConversation,
} from './conversation-row.ts';
import type { MessageOutcome, MessageRecord, ReplyRecord, Thumb } from './records.ts';
import type { MessageRepository, NewMessage, NewReply } from './repositories.ts';
import { addSpending } from './store-spending.ts';
import { truncate } from '../support/message-text.ts';
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

const replyColumns = [
  'model_provider',
  'model',
  'error',
  'input_tokens',
  'output_tokens',
  'cost_micros',
  'is_estimated',
  'first_token_ms',
  'total_ms',
  'is_answered',
  'is_unanswered',
  'thumb',
] as const;

interface ReplyRow {
  model_provider: string;
  model: string;
  error: string | null;
  input_tokens: number;
  output_tokens: number;
  /** PostgreSQL returns a bigint as text. */
  cost_micros: number | string;
  is_estimated: boolean | 0 | 1;
  first_token_ms: number | null;
  total_ms: number;
  is_answered: boolean | 0 | 1;
  is_unanswered: boolean | 0 | 1;
  thumb: Thumb | null;
}

/** A message of the user has no reply: its columns are null. */
type StoredReply = ReplyRow | { readonly [Column in keyof ReplyRow]: null };

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
    async listWithReplies(storeId, conversationId) {
      const rows: (MessageRow & StoredReply)[] = await db('messages as m')
        .leftJoin('replies as r', { 'r.store_id': 'm.store_id', 'r.message_id': 'm.id' })
        .where({ 'm.store_id': storeId, 'm.conversation_id': conversationId })
        .orderBy('m.position')
        .select('m.*', ...replyColumns.map((column) => `r.${column}`));
      return rows.map((row) => ({ ...toMessage(row), reply: toReply(row) }));
    },
  };
}

/** At the next position of the conversation, whose row is locked until the transaction ends. */
async function appendMessage(
  trx: Knex.Transaction,
  storeId: string,
  message: NewMessage,
): Promise<MessageRecord> {
  const first = trx.raw('case when message_count = 0 then ? else first_message end', [
    firstMessageOf(message),
  ]);
  const [conversation] = await trx<ConversationRow>('conversations')
    .where({ store_id: storeId, id: message.conversationId })
    .update({ message_count: trx.raw('message_count + 1'), first_message: first })
    .returning('*');
  if (conversation === undefined) throw conversationMissing();
  const position = conversation.message_count - 1;
  await insertMessage(trx, storeId, message, position);
  if (position === 0) await addCounts(trx, [[conversation, { conversations: 1 }]]);
  return { ...message, storeId, position };
}

/**
 * Deletes a question that is sent again, with its failed reply if it has one, and the conversation that it began. Their
 * counts go, too; tokens and spending are kept.
 */
export async function withdrawQuestion(
  trx: Knex.Transaction,
  storeId: string,
  messageId: string,
): Promise<void> {
  const question = await trx<MessageRow>('messages').where({ store_id: storeId, id: messageId }).first();
  if (question === undefined) return;
  const { conversation_id, position } = question;
  const conversation = await lockConversation(trx, storeId, conversation_id);
  if (conversation === undefined) return;
  const isReply = { store_id: storeId, conversation_id, position: position + 1, role: 'assistant' as const };
  const reply = await trx<MessageRow>('messages').where(isReply).first('id');
  const ids = reply === undefined ? [messageId] : [messageId, reply.id];
  await trx('replies').where('store_id', storeId).whereIn('message_id', ids).delete();
  await trx('messages').where('store_id', storeId).whereIn('id', ids).delete();
  // Something was said after it: positions have a gap.
  const isLatest = conversation.message_count === position + ids.length;
  await recountReplies(trx, conversation, isLatest ? { message_count: position } : {});
  if (!isLatest || position > 0) return;
  await addCounts(trx, [[conversation, { conversations: -1 }]]);
  await trx('conversations').where({ store_id: storeId, id: conversation.id }).delete();
}

async function appendReply(
  trx: Knex.Transaction,
  storeId: string,
  message: NewMessage,
  reply: NewReply,
): Promise<MessageRecord> {
  const conversation = await lockConversation(trx, storeId, message.conversationId);
  if (conversation === undefined) throw conversationMissing();
  const position = conversation.message_count;
  await insertMessage(trx, storeId, message, position);
  await insertReply(trx, conversation, message, reply);
  await updateConversation(trx, conversation, {
    message_count: position + 1,
    outcome: message.outcome,
    ...(reply.isAnswered && { is_answered: true }),
    ...(reply.isUnanswered && { is_unanswered: true }),
  });
  const counts = {
    conversations: position === 0 ? 1 : 0,
    answered: reply.isAnswered && !conversation.is_answered ? 1 : 0,
    unanswered: reply.isUnanswered && !conversation.is_unanswered ? 1 : 0,
  };
  await addCounts(trx, [[conversation, counts]]);
  const tokens = {
    model_provider: reply.modelProvider,
    model: reply.model,
    input_tokens: reply.inputTokens,
    output_tokens: reply.outputTokens,
    cost_micros: reply.costMicros,
  };
  await addTokens(trx, [[conversation, tokens]]);
  await addSpending(trx, storeId, message.createdAt, reply.costMicros);
  return { ...message, storeId, position };
}

function conversationMissing(): Error {
  return new Error('a message was appended to a conversation that does not exist');
}

async function insertReply(
  trx: Knex.Transaction,
  conversation: ConversationRow,
  message: NewMessage,
  reply: NewReply,
): Promise<void> {
  await trx('replies').insert(replyRow(conversation, message, reply));
}

/** A row of `replies` without a thumb. */
export function replyRow(conversation: ConversationRow, message: NewMessage, reply: NewReply) {
  return {
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
    cost_micros: reply.costMicros,
    is_estimated: reply.isEstimated,
    first_token_ms: reply.firstTokenMs,
    total_ms: reply.totalMs,
    is_answered: reply.isAnswered,
    is_unanswered: reply.isUnanswered,
  };
}

/** Inserts a message at a position that nobody else inserts at. */
export async function insertMessage(
  trx: Knex.Transaction,
  storeId: string,
  message: NewMessage,
  position: number,
): Promise<void> {
  await trx('messages').insert({ ...messageRow(storeId, message), position });
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

function toReply(row: StoredReply): ReplyRecord | null {
  if (row.model === null) return null;
  return {
    modelProvider: row.model_provider,
    model: row.model,
    error: row.error,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    costMicros: Number(row.cost_micros),
    isEstimated: Boolean(row.is_estimated),
    firstTokenMs: row.first_token_ms,
    totalMs: row.total_ms,
    isAnswered: Boolean(row.is_answered),
    isUnanswered: Boolean(row.is_unanswered),
    thumb: row.thumb,
  };
}

/** A row of `messages` without a position. */
export function messageRow(storeId: string, message: NewMessage): Omit<MessageRow, 'position'> {
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
