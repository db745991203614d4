import type { ErrorEvent } from '../../generated/events.ts';
import { errorBody, ServiceError } from '../errors.ts';
import { failureOfModel } from '../models/model-failure.ts';
import type { ModelEnding } from './run-reply.ts';

/** Why we, and not the model, ended a reply. */
export type StopCause =
  'client_gone' | 'no_first_content' | 'silence' | 'too_long' | 'too_large' | 'draining' | 'abandoned';

/** The reason of an abort, so that whoever sees the signal knows what to say. */
export class ReplyStopped extends Error {
  override readonly name = 'ReplyStopped';
  readonly stopCause: StopCause;

  constructor(stopCause: StopCause) {
    super(`the reply was stopped: ${stopCause}`);
    this.stopCause = stopCause;
  }
}

/** What the reader is told; null where there is no reader any more. */
export function errorOfStop(cause: StopCause): ServiceError | null {
  switch (cause) {
    case 'client_gone':
    case 'abandoned':
      return null;
    case 'no_first_content':
      return new ServiceError('timed_out', 'the model did not begin to answer in time');
    case 'silence':
      return new ServiceError('timed_out', 'the model stopped answering');
    case 'too_long':
      return new ServiceError('timed_out', 'the reply took too long and was ended');
    case 'too_large':
      return new ServiceError('model_unavailable', 'the model said more than a reply may hold');
    case 'draining':
      return new ServiceError('unavailable', 'the service is stopping: send the message again in a moment');
    default:
      return cause satisfies never;
  }
}

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

/** The error event of decision 0007. */
export function errorEvent(error: ServiceError): ErrorEvent {
  return { type: 'error', ...errorBody(error) };
}
