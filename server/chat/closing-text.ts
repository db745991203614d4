import type { LanguageModelV4FinishReason } from '@ai-sdk/provider';
import { sentenceFor } from './service-sentences.ts';

/**
 * Why a reply ended: the SDK's reasons, with a refusal of the model apart from a filter of its vendor, the cap, and what the
 * built-in model says of its own replies.
 */
export type ReplyEnd =
  | LanguageModelV4FinishReason['unified']
  | 'refusal'
  | 'monthly-cap'
  | 'nothing-found'
  | 'not-known';

const endOfRawReason: Readonly<Record<string, ReplyEnd>> = {
  refusal: 'refusal',
  // The context is full: as with max_tokens, the reply is truncated.
  model_context_window_exceeded: 'length',
  monthly_cap: 'monthly-cap',
  nothing_found: 'nothing-found',
  not_known: 'not-known',
};

export function replyEndOf({ unified, raw = '' }: LanguageModelV4FinishReason): ReplyEnd {
  // OpenAI's models refuse in words of their own, and stop.
  if (unified === 'content-filter' && raw === 'stop') return 'refusal';
  return endOfRawReason[raw] ?? unified;
}

const closings: Partial<Record<ReplyEnd, 'length' | 'refusal' | 'filter' | 'cap'>> = {
  length: 'length',
  refusal: 'refusal',
  'content-filter': 'filter',
  'monthly-cap': 'cap',
};

export interface Said {
  readonly question: string;
  readonly hasWords: boolean;
  readonly contact?: string | null;
}

/**
 * The sentence that ends a reply which the model or the cap did not complete (decision 0059); undefined for a complete one, and for a
 * refusal in the model's own words. `hasWords`: whether text was sent before it; `contact`: of the shop, for the cap.
 */
export function closingText(
  reason: LanguageModelV4FinishReason,
  { question, hasWords, contact = null }: Said,
): string | undefined {
  const name = closings[replyEndOf(reason)];
  const isInOwnWords = reason.raw === 'stop' && hasWords;
  if (name === undefined || isInOwnWords) return undefined;
  const sentence = sentenceFor(name, question);
  const isNamed = name === 'cap' && contact !== null;
  return (hasWords ? '\n\n' : '') + (isNamed ? sentence.replace(/[.。]$/, () => `: ${contact}`) : sentence);
}
