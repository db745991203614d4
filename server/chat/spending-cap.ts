import type { LanguageModelV4 } from '@ai-sdk/provider';
import { costInMicros, type ModelPrices } from '../config/model-prices.ts';
import { type Context, systemActor } from '../db/database.ts';
import { withDatabaseDeadline } from '../db/guard.ts';
import type { AgentConfig, StoreRecord } from '../db/records.ts';
import { releaseSpending, reserveSpending } from '../db/store-spending.ts';
import { isBuiltIn } from '../models/registry.ts';
import { timestamp } from '../support/clock.ts';
import type { ReplyMeter, ReplyUsage } from './reply-meter.ts';
import type { ModelRun } from './run-model.ts';
import type { ChatRuntime } from './types.ts';

/** What a reply may spend of its store's month (UTC). */
export interface Budget {
  /** Reserves what a call may cost at most. False where the cap is reached, in all processes. */
  readonly admit: ModelRun['admit'];
  /** A line of the verb that stores the reply. */
  release(context: Context): Promise<void>;
}

interface BudgetOf {
  readonly store: StoreRecord;
  readonly conversationId: string;
  readonly config: AgentConfig;
  readonly meter: ReplyMeter;
}

/** For agents without `max_tokens`: what a call writes at most. */
const assumedOutputTokens = 4_096;

/**
 * The budget of one reply. Parallel replies exceed a cap together by one call at most: each call reserves its cost before
 * it begins, and the reply's cost replaces what is reserved (decision 0059).
 */
export function createBudget(
  { database, clock, prices, limits }: Pick<ChatRuntime, 'database' | 'clock' | 'prices' | 'limits'>,
  { store, conversationId, config, meter }: BudgetOf,
): Budget {
  if (store.monthly_cap_micros === null) {
    return { admit: () => Promise.resolve(true), release: () => Promise.resolve() };
  }
  return {
    async admit(model, input) {
      if (isBuiltIn(model)) return true;
      const output = config.max_tokens ?? assumedOutputTokens;
      const call = {
        conversationId,
        spentMicros: costOf(prices, model, meter.read({ isStopped: false })),
        callMicros: costInMicros(prices.get(model.modelId), { input, cached: 0, output }),
        at: timestamp(clock),
        // No reply lasts longer, and storing it has its deadline.
        expiresAt: new Date(clock.now() + 2 * limits.totalMs).toISOString(),
      };
      const by = { store, actor: systemActor };
      return withDatabaseDeadline(() => database.change(by, (context) => reserveSpending(context, call)));
    },
    release: (context) => releaseSpending(context, conversationId),
  };
}

/** The cost of a reply in millionths of a US dollar; the built-in model costs nothing. */
export function costOf(
  prices: ModelPrices,
  model: LanguageModelV4,
  { input_tokens: input, cached_tokens: cached, output_tokens: output }: ReplyUsage,
): number {
  return isBuiltIn(model) ? 0 : costInMicros(prices.get(model.modelId), { input, cached, output });
}
