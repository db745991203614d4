import { setTimeout as wait } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { pauseBefore } from './retry-pause.ts';

/**
 * Calls the model, up to `retries` times again when its vendor was busy or failed before the first byte of its
 * answer. Rejects with the last failure, or with the reason of the options' signal.
 */
export async function callModel(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions,
  retries: number,
): Promise<ReadableStream<LanguageModelV4StreamPart>> {
  for (let attempt = 0; ; attempt++) {
    try {
      return (await model.doStream(options)).stream;
    } catch (error) {
      const signal = options.abortSignal;
      if (attempt >= retries || signal?.aborted === true || !isWorthAnother(error)) throw error;
      await wait(pauseBefore(attempt, error, Date.now()), undefined, signal && { signal }).catch(() =>
        signal?.throwIfAborted(),
      );
    }
  }
}

// The SDK's APICallError says of itself whether another call may do better.
function isWorthAnother(error: unknown): boolean {
  return error instanceof Error && 'isRetryable' in error && error.isRetryable === true;
}
