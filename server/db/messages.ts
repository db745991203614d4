import { truncate } from '../support/message-text.ts';
import { addCounts, addReplies, lockConversation, withdrawReplies } from './conversation-sums.ts';
import type { Context, StoreReader } from './database.ts';
import type {
  ConversationRecord,
  MessageRecord,
  MessageWithReply,
  NewMessage,
  NewReply,
  StoredReply,
} from './records.ts';
import { addSpending } from './store-spending.ts';
import { addAsked } from './visits.ts';

/** The messages of a conversation in order. With `newest`, only that many of the last ones. */
export function listMessages(
  reader: StoreReader,
  conversationId: string,
  newest?: number,
): Promise<MessageRecord[]> {
  return reader.read(async (tables) => {
    const query = tables('messages').where({ conversation_id: conversationId }).orderBy('position', 'desc');
    return (await (newest === undefined ? query : query.limit(newest))).reverse();
  });
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
  'result',
  'thumb',
] as const;

/** In order, with how each assistant's message came about. */
export function listMessagesWithReplies(
  reader: StoreReader,
  conversationId: string,
): Promise<MessageWithReply[]> {
  return reader.read(async (tables): Promise<MessageWithReply[]> =>
    tables('messages')
      .leftJoin('replies', {
        'replies.store_id': 'messages.store_id',
        'replies.message_id': 'messages.id',
      })
      .where('messages.conversation_id', conversationId)
      .orderBy('messages.position')
      .select('messages.*', ...replyColumns.map((column) => `replies.${column}` as const)),
  );
}

/**
 * Appends a message at the next position of its conversation, whose row is locked until the transaction ends, and counts
 * it in the hourly sums.
 */
export async function appendMessage(context: Context, message: NewMessage): Promise<MessageRecord> {
  const { tables, allStores } = context;
  const first = allStores.raw('case when message_count = 0 then ? else first_message end', [
    firstMessageOf(message),
  ]);
  const [conversation] = await tables('conversations')
    .where({ id: message.conversation_id })
    .update({ message_count: allStores.raw('message_count + 1'), first_message: first })
    .returning('*');
  if (conversation === undefined) throw conversationMissing();
  const stored = { ...message, position: conversation.message_count - 1 };
  await tables('messages').insert(stored);
  if (stored.position === 0) await addCounts(context, [[conversation, { conversations: 1 }]]);
  if (message.role === 'user') await addAsked(context, conversation, message.created_at);
  return stored;
}

/** Appends an assistant's message and how it came about, with its counts, tokens and cost. */
export async function appendReply(
  context: Context,
  message: NewMessage,
  reply: NewReply,
): Promise<MessageRecord> {
  const { tables } = context;
  const conversation = await lockConversation(context, message.conversation_id);
  if (conversation === undefined) throw conversationMissing();
  const { id, message_count: position } = conversation;
  const stored = { ...message, position };
  await tables('messages').insert(stored);
  const row = replyOf(conversation, message, reply);
  await tables('replies').insert(row);
  await tables('conversations')
    .where({ id })
    .update({ message_count: position + 1 });
  if (position === 0) await addCounts(context, [[conversation, { conversations: 1 }]]);
  await addReplies(context, [[conversation, row]]);
  await addSpending(context, message.created_at, reply.cost_micros);
  return stored;
}

function conversationMissing(): Error {
  return new Error('a message was appended to a conversation that does not exist');
}

/** A row of `replies` without a thumb. */
export function replyOf(
  conversation: ConversationRecord,
  message: NewMessage,
  reply: NewReply,
): Omit<StoredReply, 'thumb'> & typeof earlierColumns {
  const { store_id, agent_id, channel, is_test } = conversation;
  return {
    store_id,
    message_id: message.id,
    conversation_id: conversation.id,
    agent_id,
    channel,
    is_test,
    conversation_started_at: conversation.created_at,
    outcome: message.outcome,
    ...earlierColumns,
    ...reply,
  };
}

/** Only an earlier version reads them, which may run beside this one during a deploy. */
const earlierColumns = { is_answered: false, is_unanswered: false };

/**
 * Deletes a question that is sent again, with its failed reply if it has one, and the conversation that it began. Their
 * counts go, too; tokens and spending are kept.
 */
export async function withdrawQuestion(context: Context, messageId: string): Promise<void> {
  const { tables } = context;
  const question = await tables('messages').where({ id: messageId }).first();
  if (question === undefined) return;
  const { conversation_id, position } = question;
  const conversation = await lockConversation(context, conversation_id);
  if (conversation === undefined) return;
  const isReply = { conversation_id, position: position + 1, role: 'assistant' } as const;
  const reply = await tables('messages').where(isReply).first('id');
  const ids = reply === undefined ? [messageId] : [messageId, reply.id];
  const withdrawn = await tables('replies')
    .whereIn('message_id', ids)
    .select('result', 'outcome', 'first_token_ms', 'total_ms');
  await tables('replies').whereIn('message_id', ids).delete();
  await tables('messages').whereIn('id', ids).delete();
  // Something was said after it: positions have a gap.
  const isLatest = conversation.message_count === position + ids.length;
  if (isLatest)
    await tables('conversations').where({ id: conversation.id }).update({ message_count: position });
  const isEmpty = isLatest && position === 0;
  if (isEmpty) await addCounts(context, [[conversation, { conversations: -1 }]]);
  await withdrawReplies(
    context,
    withdrawn.map((own) => [conversation, own]),
  );
  if (isEmpty) await tables('conversations').where({ id: conversation.id }).delete();
}

const maxFirstMessage = 200;

/** What a list shows of a conversation's first message. */
export function firstMessageOf(message: NewMessage): string {
  return truncate(message.text, maxFirstMessage);
}
