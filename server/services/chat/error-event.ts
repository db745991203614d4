import type { ErrorEvent } from '../../../generated/events.ts';
import { errorBody } from '../../errors.ts';
import type { ServiceError } from '../../errors.ts';

/** The error event of decision 0007. */
export function errorEvent(error: ServiceError): ErrorEvent {
  return { type: 'error', ...errorBody(error) };
}
