import type { ChatEvent } from '../../../generated/events.ts';
import { errorBody, ServiceError } from '../../errors.ts';
import type { Reply } from './start-reply.ts';

/**
 * Every event of a reply: its content, then exactly one terminal event, `end` or `error` (source 6).
 * There is none when the client is gone, for there is nobody to read it.
 */
export async function* replyEvents(reply: Reply): AsyncGenerator<ChatEvent, void> {
  let terminal: ChatEvent | null;
  try {
    const { complete, error } = yield* reply.events;
    const end: ChatEvent = { type: 'end', conversation_id: reply.conversationId };
    terminal = complete ? end : error === null ? null : errorEvent(error);
  } catch (error) {
    terminal = errorEvent(asServiceError(error));
  }
  if (terminal !== null) yield terminal;
}

/** The error event of decision 0007. */
export function errorEvent(error: ServiceError): ChatEvent {
  return { type: 'error', ...errorBody(error) };
}

function asServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  return new ServiceError('internal', 'internal server error', { cause: error });
}
