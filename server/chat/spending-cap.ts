import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { StoreRecord } from '../db/records.ts';
import { readSpending } from '../db/store-spending.ts';
import { timestamp } from '../support/clock.ts';
import { sentenceFor } from './service-sentences.ts';
import type { ChatRuntime } from './types.ts';

/**
 * Whether a store's replies have cost as much in this month (UTC) as its cap allows, in all processes. Replies in progress
 * are not counted yet (decision 0059).
 */
export async function hasReachedCap(
  { database, clock }: Pick<ChatRuntime, 'database' | 'clock'>,
  store: StoreRecord | undefined,
): Promise<boolean> {
  if (store === undefined || store.monthly_cap_micros === null) return false;
  return (await readSpending(database.reader(store.id), timestamp(clock))) >= store.monthly_cap_micros;
}

/** The model that replies to this message for a store that has reached its cap: one sentence, without a vendor. */
export function createCapNotice(message: string): LanguageModelV4 {
  const parts = noticeParts(sentenceFor('cap', message));
  return {
    specificationVersion: 'v4',
    provider: 'monthly-cap',
    modelId: 'monthly-cap',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('the notice of a cap only streams')),
    doStream: () => Promise.resolve({ stream: ReadableStream.from(parts) }),
  };
}

function noticeParts(delta: string): LanguageModelV4StreamPart[] {
  const inputTokens = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 };
  return [
    { type: 'text-start', id: 'notice' },
    { type: 'text-delta', id: 'notice', delta },
    { type: 'text-end', id: 'notice' },
    {
      type: 'finish',
      finishReason: { unified: 'other', raw: 'monthly_cap' },
      usage: { inputTokens, outputTokens: { total: 0, text: 0, reasoning: 0 } },
    },
  ];
}
