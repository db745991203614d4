import type { Knex } from 'knex';
import type { Channel } from './records.ts';

/** The conversation that a change is counted for. */
export interface CountedConversation {
  readonly store_id: string;
  readonly agent_id: string;
  readonly channel: Channel;
  /** SQLite returns 0 and 1. */
  readonly is_test: boolean | 0 | 1;
  readonly created_at: string;
}

/** What is added to `analytics_hours`; a thumb that is withdrawn is -1. */
export interface HourlyCounts {
  readonly conversations?: number;
  readonly answered?: number;
  readonly unanswered?: number;
  readonly thumbs_up?: number;
  readonly thumbs_down?: number;
  readonly replies?: number;
}

const none = { conversations: 0, answered: 0, unanswered: 0, thumbs_up: 0, thumbs_down: 0, replies: 0 };

/** Adds to the sums of the hour in which the conversation began. A test conversation adds to none. */
export async function addCounts(
  trx: Knex.Transaction,
  conversation: CountedConversation,
  counts: HourlyCounts,
): Promise<void> {
  if (conversation.is_test || Object.values(counts).every((count) => count === 0)) return;
  const { channel } = conversation;
  await trx('analytics_hours')
    .insert({ ...hourOf(conversation), channel, ...none, ...counts })
    .onConflict(['store_id', 'hour', 'agent_id', 'channel'])
    .merge(sumsOf(trx, 'analytics_hours', Object.keys(counts)));
}

export interface TokenCounts {
  readonly model_provider: string;
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** Adds a reply's tokens to the sums of the hour in which its conversation began, unless it is a test. */
export async function addTokens(
  trx: Knex.Transaction,
  conversation: CountedConversation,
  tokens: TokenCounts,
): Promise<void> {
  if (conversation.is_test) return;
  await trx('token_hours')
    .insert({ ...hourOf(conversation), ...tokens })
    .onConflict(['store_id', 'hour', 'agent_id', 'model_provider', 'model'])
    .merge(sumsOf(trx, 'token_hours', ['input_tokens', 'output_tokens']));
}

function hourOf(conversation: CountedConversation): { store_id: string; agent_id: string; hour: string } {
  const { store_id, agent_id, created_at } = conversation;
  return { store_id, agent_id, hour: created_at.slice(0, '2026-11-22T16'.length) };
}

function sumsOf(trx: Knex.Transaction, table: string, columns: readonly string[]): Record<string, Knex.Raw> {
  const sum = (column: string): Knex.Raw => trx.raw('??.?? + excluded.??', [table, column, column]);
  return Object.fromEntries(columns.map((column) => [column, sum(column)]));
}
