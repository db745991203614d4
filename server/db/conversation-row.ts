import type { Knex } from 'knex';
import type { Channel, ConversationRecord, MessageOutcome, Thumb } from './records.ts';

/** A row of `conversations`. SQLite returns 0 and 1 for booleans. */
export interface ConversationRow {
  id: string;
  store_id: string;
  agent_id: string;
  visitor_id: string | null;
  channel: Channel;
  chatbot_id: string | null;
  is_test: boolean | 0 | 1;
  created_at: string;
  first_message: string;
  message_count: number;
  outcome: MessageOutcome | null;
  is_answered: boolean | 0 | 1;
  is_unanswered: boolean | 0 | 1;
  thumb: Thumb | null;
}

export function toConversation(row: ConversationRow): ConversationRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    agentId: row.agent_id,
    visitorId: row.visitor_id,
    channel: row.channel,
    chatbotId: row.chatbot_id,
    isTest: Boolean(row.is_test),
    createdAt: row.created_at,
    firstMessage: row.first_message,
    messageCount: row.message_count,
    outcome: row.outcome,
    isAnswered: Boolean(row.is_answered),
    isUnanswered: Boolean(row.is_unanswered),
    thumb: row.thumb,
  };
}

/** Reads the row, which nobody else changes until the transaction ends. */
export async function lockConversation(
  trx: Knex.Transaction,
  storeId: string,
  conversationId: string,
): Promise<ConversationRow | undefined> {
  return trx<ConversationRow>('conversations')
    .where({ store_id: storeId, id: conversationId })
    .forNoKeyUpdate()
    .first();
}

export async function updateConversation(
  trx: Knex.Transaction,
  { store_id, id }: ConversationRow,
  change: Partial<ConversationRow>,
): Promise<void> {
  await trx<ConversationRow>('conversations').where({ store_id, id }).update(change);
}

type RepliedState = Pick<ConversationRow, 'thumb' | 'message_count'>;

/** Changes the row of a locked conversation, whose replies have changed, with what it and the sums say of them. */
export async function recountReplies(
  trx: Knex.Transaction,
  conversation: ConversationRow,
  change: Partial<RepliedState>,
): Promise<void> {
  const { store_id, id } = conversation;
  const replies: Pick<ConversationRow, 'outcome' | 'is_answered' | 'is_unanswered'>[] = await trx('replies')
    .where({ store_id, conversation_id: id })
    .orderBy('sequence')
    .select('outcome', 'is_answered', 'is_unanswered');
  const { thumb } = { ...conversation, ...change };
  const isAnswered = replies.some(({ is_answered }) => is_answered);
  const isUnanswered = thumb === 'down' || replies.some(({ is_unanswered }) => is_unanswered);
  const state = {
    outcome: replies.at(-1)?.outcome ?? null,
    is_answered: isAnswered,
    is_unanswered: isUnanswered,
  };
  await updateConversation(trx, conversation, { ...change, ...state });
  const counts = {
    answered: Number(isAnswered) - Number(conversation.is_answered),
    unanswered: Number(isUnanswered) - Number(conversation.is_unanswered),
    thumbs_up: Number(thumb === 'up') - Number(conversation.thumb === 'up'),
    thumbs_down: Number(thumb === 'down') - Number(conversation.thumb === 'down'),
  };
  await addCounts(trx, [[conversation, counts]]);
}

/** The conversation that a change is counted for. */
export type CountedConversation = Pick<
  ConversationRow,
  'store_id' | 'agent_id' | 'channel' | 'is_test' | 'created_at'
>;

/** What is added to `analytics_hours`; a thumb that is withdrawn is -1. */
export interface HourlyCounts {
  readonly conversations?: number;
  readonly answered?: number;
  readonly unanswered?: number;
  readonly thumbs_up?: number;
  readonly thumbs_down?: number;
}

const countKeys = ['store_id', 'hour', 'agent_id', 'channel'];
const tokenKeys = ['store_id', 'hour', 'agent_id', 'model_provider', 'model'];
const none = { conversations: 0, answered: 0, unanswered: 0, thumbs_up: 0, thumbs_down: 0 };

/** Adds to the sums of the hours in which the conversations began. A test conversation adds to none. */
export async function addCounts(
  trx: Knex.Transaction,
  counted: readonly (readonly [CountedConversation, HourlyCounts])[],
): Promise<void> {
  const rows = counted
    .filter(([{ is_test }, counts]) => !is_test && Object.values(counts).some((count) => count !== 0))
    .map(([conversation, counts]) => {
      const { channel } = conversation;
      return { ...hourOf(conversation), channel, ...none, ...counts };
    });
  await addRows(trx, 'analytics_hours', countKeys, rows);
}

export interface TokenCounts {
  readonly model_provider: string;
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** In millionths of a US dollar. */
  readonly cost_micros: number;
}

/** Adds replies' tokens to the sums of the hours in which their conversations began. A test adds to none. */
export async function addTokens(
  trx: Knex.Transaction,
  counted: readonly (readonly [CountedConversation, TokenCounts])[],
): Promise<void> {
  const rows = counted
    .filter(([{ is_test }]) => !is_test)
    .map(([conversation, tokens]) => ({ ...hourOf(conversation), ...tokens }));
  await addRows(trx, 'token_hours', tokenKeys, rows);
}

// SQLite has a limit of parameters.
const rowsAtOnce = 500;

/** One statement cannot add to the same row twice: rows with the same keys are added up before. */
async function addRows(
  trx: Knex.Transaction,
  table: string,
  keys: string[],
  rows: readonly Readonly<Record<string, string | number>>[],
): Promise<void> {
  const hours = new Map<string, Record<string, string | number>>();
  for (const row of rows) {
    const key = keys.map((column) => row[column]).join(' ');
    const sum = hours.get(key);
    if (sum === undefined) hours.set(key, { ...row });
    else for (const column of sumColumns(row, keys)) sum[column] = Number(sum[column]) + Number(row[column]);
  }
  const sums = [...hours.values()];
  for (let begin = 0; begin < sums.length; begin += rowsAtOnce) {
    const chunk = sums.slice(begin, begin + rowsAtOnce);
    const columns = sumColumns(chunk[0] ?? {}, keys);
    await trx(table)
      .insert(chunk)
      .onConflict(keys)
      .merge(sumsOf(trx, table, columns));
  }
}

function sumColumns(row: object, keys: readonly string[]): string[] {
  return Object.keys(row).filter((column) => !keys.includes(column));
}

function hourOf(conversation: CountedConversation): { store_id: string; agent_id: string; hour: string } {
  const { store_id, agent_id, created_at } = conversation;
  return { store_id, agent_id, hour: created_at.slice(0, '2026-11-22T16'.length) };
}

function sumsOf(trx: Knex.Transaction, table: string, columns: readonly string[]): Record<string, Knex.Raw> {
  const sum = (column: string): Knex.Raw => trx.raw('??.?? + excluded.??', [table, column, column]);
  return Object.fromEntries(columns.map((column) => [column, sum(column)]));
}
