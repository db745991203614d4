import type { ChatEvent } from '../../../generated/events.ts';
import { ServiceError } from '../../errors.ts';
import { errorEvent } from './error-event.ts';

/** A reply as it was streamed, to be given again for the same Idempotency-Key (decision 0030). */
export interface RecordedReply {
  readonly conversationId: string;
  readonly events: readonly ChatEvent[];
}

/** Passes events on, and hands the whole record to `keep` when they end, also when their reader leaves. */
export async function* recordEvents(
  conversationId: string,
  events: AsyncIterable<ChatEvent>,
  keep: (record: RecordedReply) => Promise<void>,
): AsyncGenerator<ChatEvent, void> {
  const kept: ChatEvent[] = [];
  try {
    for await (const event of events) {
      kept.push(event);
      yield event;
    }
  } finally {
    await keep({ conversationId, events: kept });
  }
}

/** The events of a record; one that its reader left gets its terminal event here. */
export async function* replayEvents({ events }: RecordedReply): AsyncGenerator<ChatEvent, void> {
  yield* events;
  const last = events.at(-1)?.type;
  if (last === 'end' || last === 'error') return;
  yield errorEvent(
    new ServiceError('conflict', 'the first request with this Idempotency-Key was broken off'),
  );
}
