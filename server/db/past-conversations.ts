import type { Knex } from 'knex';
import {
  addCounts,
  addTokens,
  type ConversationRow,
  type HourlyCounts,
  type TokenCounts,
} from './conversation-row.ts';
import { firstMessageOf, messageRow, replyRow } from './message-repository.ts';
import type { PastConversation } from './repositories.ts';

// SQLite has a limit of parameters.
const rowsAtOnce = 500;

/**
 * Inserts conversations that are over, with their messages, replies and thumbs, and adds them to the hourly sums: the
 * rows that the same messages leave when they are appended one by one.
 */
export async function insertPastConversations(
  trx: Knex.Transaction,
  storeId: string,
  past: readonly PastConversation[],
): Promise<void> {
  const rows = past.map((conversation) => rowsOf(storeId, conversation));
  await trx.batchInsert(
    'conversations',
    rows.map(({ conversation }) => conversation),
    rowsAtOnce,
  );
  await trx.batchInsert(
    'messages',
    rows.flatMap(({ messages }) => messages),
    rowsAtOnce,
  );
  await trx.batchInsert(
    'replies',
    rows.flatMap(({ replies }) => replies),
    rowsAtOnce,
  );
  await addCounts(
    trx,
    rows.map(({ conversation }) => [conversation, countsOf(conversation)]),
  );
  await addTokens(
    trx,
    rows.flatMap(({ conversation, replies }) =>
      replies.map((reply) => [conversation, tokensOf(reply)] as const),
    ),
  );
}

type ReplyRow = ReturnType<typeof replyRow>;

function rowsOf(storeId: string, past: PastConversation) {
  const first = past.messages[0];
  const begun: ConversationRow = {
    id: past.id,
    store_id: storeId,
    agent_id: past.agentId,
    visitor_id: past.visitorId,
    channel: past.channel,
    chatbot_id: past.chatbotId,
    is_test: past.isTest,
    created_at: past.createdAt,
    first_message: first === undefined ? '' : firstMessageOf(first),
    message_count: past.messages.length,
    outcome: null,
    is_answered: false,
    is_unanswered: false,
    thumb: null,
  };
  const replies = past.messages.flatMap((message) =>
    message.reply === null
      ? []
      : [{ ...replyRow(begun, message, message.reply), thumb: null as typeof past.thumb }],
  );
  const last = replies.at(-1);
  // A thumb rates the latest reply.
  if (last !== undefined) last.thumb = past.thumb;
  const thumb = last?.thumb ?? null;
  const conversation: ConversationRow = {
    ...begun,
    outcome: last?.outcome ?? null,
    is_answered: replies.some(({ is_answered }) => is_answered),
    is_unanswered: thumb === 'down' || replies.some(({ is_unanswered }) => is_unanswered),
    thumb,
  };
  const messages = past.messages.map((message, position) => ({
    ...messageRow(storeId, message),
    position,
  }));
  return { conversation, messages, replies };
}

function countsOf(conversation: ConversationRow): HourlyCounts {
  return {
    conversations: conversation.message_count > 0 ? 1 : 0,
    answered: Number(conversation.is_answered),
    unanswered: Number(conversation.is_unanswered),
    thumbs_up: Number(conversation.thumb === 'up'),
    thumbs_down: Number(conversation.thumb === 'down'),
  };
}

function tokensOf({
  model_provider,
  model,
  input_tokens,
  output_tokens,
  cost_micros,
}: ReplyRow): TokenCounts {
  return { model_provider, model, input_tokens, output_tokens, cost_micros };
}
