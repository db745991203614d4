import { setTimeout as wait } from 'node:timers/promises';
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';

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

/** Milliseconds before the first repetition; doubled before each one after it. */
const firstPauseMs = 2000;
/** A vendor that asks for a longer pause than this gets our own. */
const longestPauseMs = 60_000;

/**
 * Milliseconds to wait before a failed call is repeated: what the vendor asks for, where that is sensible. `attempt`
 * counts from 0, `now` is milliseconds since 1970.
 */
export function pauseBefore(attempt: number, error: unknown, now: number): number {
  const own = firstPauseMs * 2 ** attempt;
  const asked = askedPause(error, now);
  return asked !== undefined && asked >= 0 && asked < Math.max(longestPauseMs, own) ? asked : own;
}

/** From the vendor's header fields: `retry-after-ms`, or `retry-after` in seconds or as a date. */
function askedPause(error: unknown, now: number): number | undefined {
  const headers = headersOf(error);
  const milliseconds = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (!Number.isNaN(milliseconds)) return milliseconds;
  const text = headers['retry-after'] ?? '';
  const seconds = Number.parseFloat(text);
  const pause = Number.isNaN(seconds) ? Date.parse(text) - now : seconds * 1000;
  return Number.isNaN(pause) ? undefined : pause;
}

// As the SDK's APICallError has them.
function headersOf(error: unknown): Readonly<Record<string, string | undefined>> {
  if (typeof error !== 'object' || error === null || !('responseHeaders' in error)) return {};
  return (error.responseHeaders ?? {}) as Readonly<Record<string, string>>;
}
