import type { components } from '../../generated/api.d.ts';
import type { ChatEvent } from '../../generated/events.ts';
import { ServiceError } from '../errors.ts';
import { errorEvent } from './endings.ts';
import type { Reply } from './reply.ts';
import { visibleInput, visibleOutput } from './redact-for-visitor.ts';
import type { Transcript } from './transcript.ts';
import type { ReplyVisitor } from './types.ts';

export type ChatReply = components['schemas']['ChatReply'];

/**
 * Runs a reply to its end and returns it as one object, for `stream: false` (decision 0008); `onEvent` gets its events.
 * Throws the ServiceError that the error event would have carried.
 */
export async function collectReply(
  { conversationId, visitor, events }: Reply,
  onEvent: (event: ChatEvent) => void = () => undefined,
): Promise<ChatReply> {
  let next = await events.next();
  for (; next.done !== true; next = await events.next()) onEvent(next.value);
  const { complete, error, transcript } = next.value;
  // Seen by a client that left and repeats the request with the same Idempotency-Key (decision 0030).
  if (!complete) throw error ?? new ServiceError('conflict', 'the client left before the reply was complete');
  const calls = toolCalls(transcript, visitor);
  return { conversation_id: conversationId, content: transcript.text, tool_calls: calls };
}

function toolCalls(transcript: Transcript, visitor: ReplyVisitor | null): ChatReply['tool_calls'] {
  return transcript.calls().map((call) => ({
    tool: call.tool,
    input: visibleInput(call.input, visitor),
    output: visibleOutput(call, visitor),
  }));
}

/** A reply as it was streamed, to be replayed for the same Idempotency-Key (decision 0030). */
export interface RecordedReply {
  readonly conversationId: string;
  readonly events: readonly ChatEvent[];
}

/** Forwards the events of a reply, and passes them to `store` when it ends, also when the consumer stops early. */
export async function* recordReply(
  conversationId: string,
  events: AsyncIterable<ChatEvent>,
  store: (record: RecordedReply) => Promise<void>,
): AsyncGenerator<ChatEvent, void> {
  const recorded: ChatEvent[] = [];
  try {
    for await (const event of events) {
      recorded.push(event);
      yield event;
    }
  } finally {
    await store({ conversationId, events: recorded });
  }
}

/** The events of a record; one whose client left gets its terminal event here. */
export function* replayReply({ events }: RecordedReply): Generator<ChatEvent, void> {
  yield* events;
  const last = events.at(-1)?.type;
  if (last === 'end' || last === 'error') return;
  yield errorEvent(new ServiceError('conflict', 'the first request with this Idempotency-Key was aborted'));
}
