import type { components } from '../../../generated/api.d.ts';
import type { ChatEvent } from '../../../generated/events.ts';
import { ServiceError } from '../../errors.ts';
import { asObject } from './reduce-part.ts';
import type { Transcript } from './transcript.ts';
import type { Reply } from './start-reply.ts';

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
