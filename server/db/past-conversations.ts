import { addCounts, addReplies, type HourlyCounts } from './conversation-sums.ts';
import type { Context } from './database.ts';
import { rowsAtOnce } from './hourly-sums.ts';
import { firstMessageOf, replyOf } from './messages.ts';
import type { ConversationRecord, PastConversation } from './records.ts';

/**
 * Inserts conversations that are over, with their messages, replies and thumbs, and adds them to the hourly sums: the
 * rows that the same messages leave when they are appended one by one.
 */
export async function insertPastConversations(
  context: Context,
  past: readonly PastConversation[],
): Promise<void> {
  const rows = past.map(rowsOf);
  const insert = (table: string, all: readonly object[]) =>
    context.allStores.batchInsert(table, all, rowsAtOnce);
  const conversations = rows.map(({ conversation }) => conversation);
  await insert('conversations', conversations);
  await insert(
    'messages',
    rows.flatMap(({ messages }) => messages),
  );
  await insert(
    'replies',
    rows.flatMap(({ replies }) => replies),
  );
  await addCounts(
    context,
    conversations.map((conversation) => [conversation, countsOf(conversation)]),
  );
  await addReplies(
    context,
    rows.flatMap(({ conversation, replies }) => replies.map((reply) => [conversation, reply] as const)),
  );
}

function rowsOf({ messages: said, thumb: given, ...begun }: PastConversation) {
  const [first] = said;
  const empty: ConversationRecord = {
    ...begun,
    first_message: first === undefined ? '' : firstMessageOf(first),
    message_count: said.length,
    thumb: null,
  };
  const replies = said.flatMap(({ reply, ...message }) =>
    reply === null ? [] : [{ ...replyOf(empty, message, reply), thumb: null as typeof given }],
  );
  const last = replies.at(-1);
  // A thumb rates the latest reply.
  if (last !== undefined) last.thumb = given;
  const thumb = last?.thumb ?? null;
  const conversation: ConversationRecord = { ...empty, thumb };
  const messages = said.map(({ reply: _reply, ...message }, position) => ({ ...message, position }));
  return { conversation, messages, replies };
}

function countsOf(conversation: ConversationRecord): HourlyCounts {
  return {
    conversations: conversation.message_count > 0 ? 1 : 0,
    thumbs_up: Number(conversation.thumb === 'up'),
    thumbs_down: Number(conversation.thumb === 'down'),
  };
}
