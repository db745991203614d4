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

// Written as SQL: the query builder would need as much CPU again as the statement.
const addToHour = `insert into analytics_hours
  (store_id, hour, agent_id, channel, conversations, answered, unanswered, thumbs_up, thumbs_down, replies)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (store_id, hour, agent_id, channel) do update set
    conversations = analytics_hours.conversations + excluded.conversations,
    answered = analytics_hours.answered + excluded.answered,
    unanswered = analytics_hours.unanswered + excluded.unanswered,
    thumbs_up = analytics_hours.thumbs_up + excluded.thumbs_up,
    thumbs_down = analytics_hours.thumbs_down + excluded.thumbs_down,
    replies = analytics_hours.replies + excluded.replies`;

/** Adds to the sums of the hour in which the conversation began. A test conversation adds to none. */
export async function addCounts(
  trx: Knex.Transaction,
  conversation: CountedConversation,
  counts: HourlyCounts,
): Promise<void> {
  if (conversation.is_test) return;
  const { conversations = 0, answered = 0, unanswered = 0, replies = 0 } = counts;
  const { thumbs_up: up = 0, thumbs_down: down = 0 } = counts;
  const { store_id, agent_id, channel } = conversation;
  const key = [store_id, hourOf(conversation), agent_id, channel];
  await trx.raw(addToHour, [...key, conversations, answered, unanswered, up, down, replies]);
}

export interface TokenCounts {
  readonly provider: string;
  readonly model: string;
  readonly input: number;
  readonly output: number;
}

const addToTokens = `insert into token_hours
  (store_id, hour, agent_id, model_provider, model, input_tokens, output_tokens)
  values (?, ?, ?, ?, ?, ?, ?)
  on conflict (store_id, hour, agent_id, model_provider, model) do update set
    input_tokens = token_hours.input_tokens + excluded.input_tokens,
    output_tokens = token_hours.output_tokens + excluded.output_tokens`;

/** Adds a reply's tokens to the sums of the hour in which its conversation began, unless it is a test. */
export async function addTokens(
  trx: Knex.Transaction,
  conversation: CountedConversation,
  { provider, model, input, output }: TokenCounts,
): Promise<void> {
  if (conversation.is_test) return;
  const { store_id, agent_id } = conversation;
  const key = [store_id, hourOf(conversation), agent_id, provider, model];
  await trx.raw(addToTokens, [...key, input, output]);
}

function hourOf({ created_at }: CountedConversation): string {
  return created_at.slice(0, '2026-11-22T16'.length);
}
