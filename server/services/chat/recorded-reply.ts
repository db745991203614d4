import type { ChatEvent } from '../../../generated/events.ts';
import { ServiceError } from '../../errors.ts';
import { errorEvent } from './error-event.ts';
import type { EventSink } from './sinks.ts';
import type { Reply } from './start-reply.ts';

/** A reply as it was streamed, to be given again for the same Idempotency-Key (decision 0030). */
export interface RecordedReply {
  readonly conversationId: string;
  readonly events: readonly ChatEvent[];
}

/** Runs a reply, and hands its record to `keep` when it ends, also when its reader leaves. */
export async function recordReply(
  { conversationId, run }: Reply,
  send: EventSink,
  keep: (record: RecordedReply) => Promise<void>,
): Promise<void> {
  const events: ChatEvent[] = [];
  try {
    await run((event) => {
      events.push(event);
      return send(event);
    });
  } finally {
    await keep({ conversationId, events });
  }
}

/** Sends the events of a record; one that its reader left gets its terminal event here. */
export async function replayReply({ events }: RecordedReply, send: EventSink): Promise<void> {
  for (const event of events) if (!(await send(event))) return;
  const last = events.at(-1)?.type;
  if (last === 'end' || last === 'error') return;
  await send(
    errorEvent(new ServiceError('conflict', 'the first request with this Idempotency-Key was broken off')),
  );
}
