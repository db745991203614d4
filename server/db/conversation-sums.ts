import type { Context } from './database.ts';
import { addRows, type Counted, type CountedConversation, quarterOf, rowsOf } from './hourly-sums.ts';
import type { ConversationRecord, StoredReply } from './records.ts';
import { addTimes } from './reply-times.ts';
import { results } from './results.ts';

/** The conversation, which nobody else changes until the transaction ends. */
export async function lockConversation(
  { tables }: Context,
  conversationId: string,
): Promise<ConversationRecord | undefined> {
  return tables('conversations').where({ id: conversationId }).forNoKeyUpdate().first();
}

/** The sums of `analytics_hours`. */
export const conversationSums = ['conversations', ...results, 'thumbs_up', 'thumbs_down'] as const;

/** What is added to them; what is withdrawn is negative. */
export type HourlyCounts = { readonly [Sum in (typeof conversationSums)[number]]?: number };

const countKeys = ['store_id', 'hour', 'agent_id', 'channel'];
const tokenKeys = ['store_id', 'hour', 'agent_id', 'model_provider', 'model'];
const none = {
  ...Object.fromEntries(conversationSums.map((sum) => [sum, 0])),
  // Only an earlier version reads them, which may run beside this one during a deploy.
  answered: 0,
  unanswered: 0,
};

/** Adds to the sums of the quarters in which the conversations began. */
export async function addCounts(context: Context, counted: Counted<HourlyCounts>): Promise<void> {
  const rows = rowsOf(counted, (conversation, counts) => {
    const isCounted = Object.values(counts).some((count) => count !== 0);
    return isCounted ? { ...keysOf(conversation), channel: conversation.channel, ...none, ...counts } : [];
  });
  await addRows(context, 'analytics_hours', countKeys, rows);
}

type RepliesOf<Column extends keyof StoredReply> = Counted<Pick<StoredReply, Column>>;
type TokenColumn = 'model_provider' | 'model' | 'input_tokens' | 'output_tokens' | 'cost_micros';
type CountedColumn = 'result' | 'outcome' | 'first_token_ms' | 'total_ms';

/** Adds the results, tokens and times of replies to the sums of the time in which their conversations began. */
export async function addReplies(
  context: Context,
  replies: RepliesOf<CountedColumn | TokenColumn>,
): Promise<void> {
  await addCounts(context, resultsOf(replies, 1));
  const tokens = rowsOf(replies, (conversation, reply) => {
    const { model_provider, model, input_tokens, output_tokens, cost_micros } = reply;
    return { ...keysOf(conversation), model_provider, model, input_tokens, output_tokens, cost_micros };
  });
  await addRows(context, 'token_hours', tokenKeys, tokens);
  await addTimes(context, replies, 1);
}

/** Withdraws replies from these sums, but not their tokens, which were spent. */
export async function withdrawReplies(context: Context, replies: RepliesOf<CountedColumn>): Promise<void> {
  await addCounts(context, resultsOf(replies, -1));
  await addTimes(context, replies, -1);
}

function resultsOf(replies: RepliesOf<'result'>, sign: 1 | -1): Counted<HourlyCounts> {
  return replies.map(([conversation, { result }]) => [
    conversation,
    result === null ? {} : { [result]: sign },
  ]);
}

function keysOf(conversation: CountedConversation): { store_id: string; agent_id: string; hour: string } {
  const { store_id, agent_id, created_at } = conversation;
  return { store_id, agent_id, hour: quarterOf(created_at) };
}
