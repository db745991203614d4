import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { untilAborted } from '../support/until-aborted.ts';
import type { ModelStream } from './model-step.ts';

export type AbortableOptions = LanguageModelV4CallOptions & { readonly abortSignal: AbortSignal };

/**
 * Calls the model, up to `retries` times again when its vendor was busy or failed before the first byte of its
 * response. Rejects with the last failure, or with the reason of the options' signal as soon as it is aborted.
 */
export async function callModel(
  model: LanguageModelV4,
  options: AbortableOptions,
  retries: number,
): Promise<ModelStream> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await openStream(model, options);
    } catch (error) {
      const { abortSignal: signal } = options;
      if (attempt >= retries || signal.aborted || !isRetryable(error)) throw error;
      await untilAborted(signal, wait(pauseBefore(attempt, error, Date.now()), undefined, { signal }));
    }
  }
}

async function openStream(model: LanguageModelV4, options: AbortableOptions): Promise<ModelStream> {
  const call = Promise.resolve(model.doStream(options));
  try {
    return (await untilAborted(options.abortSignal, call)).stream;
  } catch (error) {
    // The vendor may ignore the signal: close a stream that opens after the abort.
    call.then(({ stream }) => stream.cancel()).catch(() => undefined);
    throw error;
  }
}

// By the SDK's APICallError.
function isRetryable(error: unknown): boolean {
  return error instanceof Error && 'isRetryable' in error && error.isRetryable === true;
}

/** Milliseconds before the first retry; doubled before each one after it. */
const firstPauseMs = 2000;
/** A longer pause than this is not waited for: then ours counts. */
const maxPauseMs = 60_000;

/**
 * Milliseconds to wait before a failed call is repeated: what the vendor asks for, where that is sensible. `attempt`
 * counts from 0, `now` is in milliseconds since the epoch.
 */
export function pauseBefore(attempt: number, error: unknown, now: number): number {
  const ownMs = firstPauseMs * 2 ** attempt;
  const requestedMs = requestedPause(error, now);
  const isSensible =
    requestedMs !== undefined && requestedMs >= 0 && requestedMs < Math.max(maxPauseMs, ownMs);
  return isSensible ? requestedMs : ownMs;
}

/** From the vendor's headers: `retry-after-ms`, or `retry-after` in seconds or as a date. */
function requestedPause(error: unknown, now: number): number | undefined {
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
