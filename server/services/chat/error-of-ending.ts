import { ServiceError } from '../../errors.ts';
import { failureOfModel } from '../../models/model-failure.ts';
import type { ModelEnding } from './reduce-part.ts';
import { errorOfStop, ReplyStopped } from './stop-cause.ts';

export interface EndingError {
  /** What the reader is told; null when the reply is whole or nobody is left to tell. */
  readonly error: ServiceError | null;
  /** What happened, for the log. */
  readonly cause: unknown;
}

/** Turns the end of the model's stream into the error event's words, ours only (source 6, 7). */
export function errorOfEnding(ending: ModelEnding, signal: AbortSignal): EndingError {
  switch (ending.type) {
    case 'finished':
      return { error: null, cause: undefined };
    case 'cut':
      return broken('the model provider stopped before the reply was complete');
    case 'silent':
      return broken('the model finished without an answer');
    case 'failed':
      return { error: failureOfModel(ending.error), cause: ending.error };
    case 'aborted':
      return stopped(signal.reason);
    default:
      return ending satisfies never;
  }
}

function broken(words: string): EndingError {
  const error = new ServiceError('model_unavailable', words);
  return { error, cause: error };
}

function stopped(reason: unknown): EndingError {
  if (reason instanceof ReplyStopped) return { error: errorOfStop(reason.stopCause), cause: reason };
  return { error: failureOfModel(reason), cause: reason };
}
