import { ServiceError } from '../../errors.ts';

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
