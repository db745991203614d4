import type { Context } from './database.ts';
import { addRows, quarterOf } from './hourly-sums.ts';
import type { ConversationRecord, Result } from './records.ts';
import { results } from './results.ts';

/** The conversation, which nobody else changes until the transaction ends. */
export async function lockConversation(
  { tables }: Context,
  conversationId: string,
): Promise<ConversationRecord | undefined> {
  return tables('conversations').where({ id: conversationId }).forNoKeyUpdate().first();
}

/** The conversation that a change is counted for. */
export type CountedConversation = Pick<
  ConversationRecord,
  'store_id' | 'agent_id' | 'channel' | 'is_test' | 'created_at'
>;

/** The sums of `analytics_hours`. */
export const conversationSums = ['conversations', ...results, 'thumbs_up', 'thumbs_down'] as const;

/** What is added to them; what is withdrawn is negative. */
export type HourlyCounts = { readonly [Sum in (typeof conversationSums)[number]]?: number };

/** What a reply adds, or -1 times as much. */
export function resultCount({ result }: { readonly result: Result | null }, sign = 1): HourlyCounts {
  return result === null ? {} : { [result]: sign };
}

const countKeys = ['store_id', 'hour', 'agent_id', 'channel'];
const tokenKeys = ['store_id', 'hour', 'agent_id', 'model_provider', 'model'];
const none = {
  ...Object.fromEntries(conversationSums.map((sum) => [sum, 0])),
  // Only an earlier version reads them, which may run beside this one during a deploy.
  answered: 0,
  unanswered: 0,
};

/** Adds to the sums of the quarters in which the conversations began. A test conversation adds to none. */
export async function addCounts(
  context: Context,
  counted: readonly (readonly [CountedConversation, HourlyCounts])[],
): Promise<void> {
  const rows = counted
    .filter(([{ is_test }, counts]) => !is_test && Object.values(counts).some((count) => count !== 0))
    .map(([conversation, counts]) => {
      const { channel } = conversation;
      return { ...keysOf(conversation), channel, ...none, ...counts };
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

/** Adds replies' tokens to the sums of the quarters in which their conversations began. A test adds to none. */
export async function addTokens(
  context: Context,
  counted: readonly (readonly [CountedConversation, TokenCounts])[],
): Promise<void> {
  const rows = counted
    .filter(([{ is_test }]) => !is_test)
    .map(([conversation, tokens]) => ({ ...keysOf(conversation), ...tokens }));
  await addRows(context, 'token_hours', tokenKeys, rows);
}

function keysOf(conversation: CountedConversation): { store_id: string; agent_id: string; hour: string } {
  const { store_id, agent_id, created_at } = conversation;
  return { store_id, agent_id, hour: quarterOf(created_at) };
}
