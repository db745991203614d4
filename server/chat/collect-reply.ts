import type { components } from '../../generated/api.d.ts';
import type { ChatEvent } from '../../generated/events.ts';
import { ServiceError } from '../errors.ts';
import { errorEvent } from './endings.ts';
import type { Reply } from './reply.ts';
import { visibleInput, visibleOutput } from './redact-for-visitor.ts';
import { terminalEvent } from './run-reply.ts';
import type { ReplyResult } from './settle-reply.ts';
import type { Transcript } from './transcript.ts';
import type { ReplyVisitor } from './types.ts';

export type ChatReply = components['schemas']['ChatReply'];

/** A reply as it is stored for `stream: false`: whole, or why there is none. */
export type CollectedReply =
  | { readonly type: 'reply'; readonly body: ChatReply }
  | ({ readonly type: 'error' } & Pick<ServiceError, 'code' | 'message' | 'headers'>);

/**
 * Runs a reply to its end and returns it as one object, for `stream: false` (decision 0008); `onEvent` gets its events.
 * Throws the ServiceError that the error event would have carried.
 */
export async function collectReply(
  reply: Reply,
  onEvent: (event: ChatEvent) => void = () => undefined,
): Promise<ChatReply> {
  let next = await reply.events.next();
  for (; next.done !== true; next = await reply.events.next()) onEvent(next.value);
  return bodyOfReply(collectedReply(reply, next.value));
}

/** The reply of a result as one object, with the error that the error event has. */
export function collectedReply(
  { conversationId, visitor }: Pick<Reply, 'conversationId' | 'visitor'>,
  { complete, error, transcript }: ReplyResult,
): CollectedReply {
  if (complete) {
    const body = {
      conversation_id: conversationId,
      content: transcript.text,
      tool_calls: toolCalls(transcript, visitor),
    };
    return { type: 'reply', body };
  }
  // Seen by a client that left and repeats the request with the same Idempotency-Key (decision 0030).
  const { code, message, headers } =
    error ?? new ServiceError('conflict', 'the client left before the reply was complete');
  return { type: 'error', code, message, headers };
}

/** Throws ServiceError in place of a reply that is an error. */
export function bodyOfReply(reply: CollectedReply): ChatReply {
  if (reply.type === 'reply') return reply.body;
  throw new ServiceError(reply.code, reply.message, { headers: reply.headers });
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

/** The record of a reply whose events so far are `events`. */
export function recordedReply(
  conversationId: string,
  events: readonly ChatEvent[],
  result: ReplyResult,
): RecordedReply {
  const last = terminalEvent(conversationId, result);
  return { conversationId, events: last === undefined ? events : [...events, last] };
}

/** The events of a reply to a request with an Idempotency-Key; one that was aborted gets its terminal event here. */
export async function* withTerminalEvent(events: AsyncIterable<ChatEvent>): AsyncGenerator<ChatEvent, void> {
  let last: ChatEvent['type'] | undefined;
  for await (const event of events) {
    last = event.type;
    yield event;
  }
  if (last === 'end' || last === 'error') return;
  yield errorEvent(new ServiceError('conflict', 'the first request with this Idempotency-Key was aborted'));
}
