import { ServiceError } from '../errors.ts';

/** Any thrown thing as a failure with words for the client; what we did not foresee is `internal`, without details. */
export function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError('internal', 'internal server error', { cause: error });
}
