import type { components } from '../../generated/api.d.ts';
import type { ChatEvent } from '../../generated/events.ts';
import { ServiceError } from '../errors.ts';
import { errorEvent } from './endings.ts';
import type { Reply } from './reply.ts';
import { asObject } from './run-reply.ts';
import type { Transcript } from './transcript.ts';
import type { EventSink } from './types.ts';

export type ChatReply = components['schemas']['ChatReply'];

/**
 * Runs a reply to its end and answers it as one object, for `stream: false` (decision 0008); `watch` sees its events.
 * Throws the ServiceError that the error event would have carried.
 */
export async function collectReply(
  reply: Reply,
  watch: (event: ChatEvent) => void = () => undefined,
): Promise<ChatReply> {
  const { complete, error, transcript } = await reply.run((event) => {
    watch(event);
    return true;
  });
  if (!complete) throw error ?? new ServiceError('conflict', brokenOff);
  const { conversationId } = reply;
  return { conversation_id: conversationId, content: transcript.text, tool_calls: toolCalls(transcript) };
}

// Its client does not hear this: whoever repeats the request with the same Idempotency-Key does (decision 0030).
const brokenOff = 'the client left before the reply was complete';

function toolCalls(transcript: Transcript): ChatReply['tool_calls'] {
  return transcript.calls().map(({ tool, input, output }) => ({
    tool,
    input: asObject(input, 'input'),
    output: asObject(output, 'result'),
  }));
}

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
