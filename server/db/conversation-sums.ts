import type { Knex } from 'knex';
import type { Context } from './database.ts';
import type { ConversationRecord } from './records.ts';

/** The conversation, which nobody else changes until the transaction ends. */
export async function lockConversation(
  { tables }: Context,
  conversationId: string,
): Promise<ConversationRecord | undefined> {
  return tables('conversations').where({ id: conversationId }).forNoKeyUpdate().first();
}

type RepliedState = Pick<ConversationRecord, 'thumb' | 'message_count'>;

/** Changes what a locked conversation says of its replies, and returns what its sums change by: for `addCounts`. */
export async function recountReplies(
  context: Context,
  conversation: ConversationRecord,
  change: Partial<RepliedState>,
) {
  const { tables } = context;
  const { id } = conversation;
  const replies = await tables('replies')
    .where({ conversation_id: id })
    .orderBy('sequence')
    .select('outcome', 'is_answered', 'is_unanswered');
  const { thumb } = { ...conversation, ...change };
  const isAnswered = replies.some((reply) => reply.is_answered);
  const isUnanswered = thumb === 'down' || replies.some((reply) => reply.is_unanswered);
  const state = {
    outcome: replies.at(-1)?.outcome ?? null,
    is_answered: isAnswered,
    is_unanswered: isUnanswered,
  };
  await tables('conversations')
    .where({ id })
    .update({ ...change, ...state });
  const counts = {
    answered: Number(isAnswered) - Number(conversation.is_answered),
    unanswered: Number(isUnanswered) - Number(conversation.is_unanswered),
    thumbs_up: Number(thumb === 'up') - Number(conversation.thumb === 'up'),
    thumbs_down: Number(thumb === 'down') - Number(conversation.thumb === 'down'),
  };
  return [conversation, counts] as const;
}

/** The conversation that a change is counted for. */
export type CountedConversation = Pick<
  ConversationRecord,
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
  context: Context,
  counted: readonly (readonly [CountedConversation, HourlyCounts])[],
): Promise<void> {
  const rows = counted
    .filter(([{ is_test }, counts]) => !is_test && Object.values(counts).some((count) => count !== 0))
    .map(([conversation, counts]) => {
      const { channel } = conversation;
      return { ...hourOf(conversation), channel, ...none, ...counts };
    });
  await addRows(context, 'analytics_hours', countKeys, rows);
}

export interface TokenCounts {
  readonly model_provider: string;
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** In millionths of a US dollar. */
  readonly cost_micros: number;
}

/** What is added for a reply. */
export function tokensOf({
  model_provider,
  model,
  input_tokens,
  output_tokens,
  cost_micros,
}: TokenCounts): TokenCounts {
  return { model_provider, model, input_tokens, output_tokens, cost_micros };
}

/** Adds replies' tokens to the sums of the hours in which their conversations began. A test adds to none. */
export async function addTokens(
  context: Context,
  counted: readonly (readonly [CountedConversation, TokenCounts])[],
): Promise<void> {
  const rows = counted
    .filter(([{ is_test }]) => !is_test)
    .map(([conversation, tokens]) => ({ ...hourOf(conversation), ...tokens }));
  await addRows(context, 'token_hours', tokenKeys, rows);
}

// SQLite has a limit of parameters.
const rowsAtOnce = 500;

/**
 * One statement cannot add to the same row twice: rows with the same keys are added up before. Rows are locked in the order
 * of their keys.
 */
async function addRows(
  { allStores }: Context,
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
  const sums = [...hours].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  for (let begin = 0; begin < sums.length; begin += rowsAtOnce) {
    const chunk = sums.slice(begin, begin + rowsAtOnce);
    const columns = sumColumns(chunk[0] ?? {}, keys);
    await allStores(table)
      .insert(chunk)
      .onConflict(keys)
      .merge(sumsOf(allStores, table, columns));
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
