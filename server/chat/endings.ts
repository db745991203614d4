import type { ErrorEvent } from '../../generated/events.ts';
import { errorBody, ServiceError } from '../errors.ts';
import { failureOfModel } from '../models/model-failure.ts';

/** Why a reply was stopped before the model finished. */
export type StopCause =
  | 'client_gone'
  | 'no_first_content'
  | 'silence'
  | 'too_long'
  | 'too_large'
  | 'draining';

/** The reason of an aborted reply. */
export class ReplyStopped extends Error {
  override readonly name = 'ReplyStopped';
  readonly stopCause: StopCause;

  constructor(stopCause: StopCause) {
    super(`the reply was stopped: ${stopCause}`);
    this.stopCause = stopCause;
  }
}

/** The error that the client gets; null when the client is gone. */
export function errorOfStop(cause: StopCause): ServiceError | null {
  switch (cause) {
    case 'client_gone':
      return null;
    case 'no_first_content':
      return new ServiceError('timed_out', 'the model did not start to respond in time');
    case 'silence':
      return new ServiceError('timed_out', 'the model stopped responding');
    case 'too_long':
      return new ServiceError('timed_out', 'the reply took too long and was ended');
    case 'too_large':
      return new ServiceError('model_unavailable', 'the reply exceeds the maximum size');
    case 'draining':
      return new ServiceError('unavailable', 'the service is stopping: send the message again in a moment');
    default:
      return cause satisfies never;
  }
}

/** How the parts of a reply ended. */
export type ReplyEnding =
  | { readonly type: 'finished' }
  /** No finish reason: the connection to the provider was lost. */
  | { readonly type: 'truncated' }
  /** Finished without any text. */
  | { readonly type: 'empty' }
  | { readonly type: 'failed'; readonly error: unknown }
  | { readonly type: 'aborted' };

export interface EndingError {
  /** The error that the client gets; null when the reply is complete or the client is gone. */
  readonly error: ServiceError | null;
  /** What happened, for the log. */
  readonly cause: unknown;
}

/** The error of an ending in our own words (source 6, 7); `signal` is the reply's. */
export function errorOfEnding(ending: ReplyEnding, signal: AbortSignal): EndingError {
  switch (ending.type) {
    case 'finished':
      return { error: null, cause: undefined };
    case 'truncated':
      return modelError('the model provider stopped before the reply was complete');
    case 'empty':
      return modelError('the model returned an empty reply');
    case 'failed':
      return { error: asFailure(ending.error), cause: ending.error };
    case 'aborted': {
      const cause: unknown = signal.reason;
      const error = cause instanceof ReplyStopped ? errorOfStop(cause.stopCause) : failureOfModel(cause);
      return { error, cause };
    }
    default:
      return ending satisfies never;
  }
}

// Not only the model fails: the history is read from the database.
function asFailure(error: unknown): ServiceError {
  return error instanceof ServiceError ? error : failureOfModel(error);
}

function modelError(message: string): EndingError {
  const error = new ServiceError('model_unavailable', message);
  return { error, cause: error };
}

/** The error event of decision 0007. */
export function errorEvent(error: ServiceError): ErrorEvent {
  return { type: 'error', ...errorBody(error) };
}
