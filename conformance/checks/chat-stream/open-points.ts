import { unexpected, verifyErrorResponse } from '../../model/verify-error.ts';
import type { Check, CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { expectReply, sendMessage, verifyFollowUp, sendInvalidMessage } from './send-message.ts';
import { nearId } from '../near-miss/near-ids.ts';
import { readReply } from '../../model/read-stream.ts';
import { isObject } from '../../exchange.ts';

/** Source 4.1: `stream` is true when it is omitted. */
export const streamField: Check = {
  id: 'chat-stream/stream-field',
  title: 'stream: true is accepted and streams, and so does a message without it',
  requirements: ['R-4.1-07', 'R-4.1-10'],
  profile: 'full',
  run: async (context) => {
    const message = { agent_id: await context.fixtures.agentId(), message: 'Do you have gift cards?' };
    for (const body of [message, { ...message, stream: true }]) {
      const reply = await expectReply(context, body, 'R-4.1-07');
      if ('stream' in body && reply?.conversationId !== undefined) {
        const followUp = { ...body, message: 'For a birthday.', conversation_id: reply.conversationId };
        const exchange = await sendMessage(context, followUp);
        context.report(verifyFollowUp(exchange, 'a follow-up of a message with stream: true'));
      }
    }
  },
};

/** Source 4.1 leaves the response to `stream: false` open. */
export const streamFalse: Check = {
  id: 'chat-stream/stream-false',
  title: 'What stream: false returns',
  requirements: ['R-4.1-11'],
  profile: 'exhaustive',
  run: async (context) => {
    const agent = await context.fixtures.agentId();
    const exchange = await sendMessage(context, { agent_id: agent, message: 'Thank you.', stream: false });
    context.observe('R-4.1-11', `stream: false returns ${describeResponse(exchange)}`);
  },
};

/** Observes what source 4.1 leaves open. */
export const chatOpenPoints: Check = {
  id: 'chat-stream/open-points',
  title: 'How an unknown conversation, an empty message and an unknown field are handled',
  requirements: ['R-4.1-12', 'R-4.1-13', 'R-4.1-14'],
  profile: 'exhaustive',
  run: async (context) => {
    const agent_id = await context.fixtures.agentId();
    const message = 'Hello again';
    const first = readReply(await sendMessage(context, { agent_id, message }));
    const conversation_id = nearId(first.conversationId ?? 'conversation1234567');
    const unknown = await sendMessage(context, { agent_id, message, conversation_id });
    context.observe('R-4.1-12', `an unknown conversation returns ${describeResponse(unknown)}`);
    const empty = await sendMessage(context, { agent_id, message: '' });
    context.observe('R-4.1-13', `an empty message returns ${describeResponse(empty)}`);
    const extra = await sendInvalidMessage(context, { agent_id, message, colour: 'blue' });
    context.observe('R-4.1-14', `an unknown field returns ${describeResponse(extra)}`);
  },
};

const isToolCall = (call: unknown): boolean =>
  isObject(call) && typeof call['tool'] === 'string' && isObject(call['input']) && isObject(call['output']);

/** Decision 0008: one object with the conversation, the whole text and the tool calls. */
function isWholeReply(body: unknown): boolean {
  return (
    isObject(body) &&
    typeof body['conversation_id'] === 'string' &&
    typeof body['content'] === 'string' &&
    Array.isArray(body['tool_calls']) &&
    body['tool_calls'].every(isToolCall)
  );
}

async function verifyStreamFalse(context: CheckContext, agent_id: string): Promise<void> {
  const exchange = await sendMessage(context, { agent_id, message: 'Thank you.', stream: false });
  if (exchange.status === 200 && isWholeReply(exchange.json)) return;
  context.report(unexpected('R-4.1-11', 'unstreamed-reply', exchange));
}

/** Our decisions on what source 4.1 leaves open: 0004, 0005, 0006 and 0008. */
export const chatReference: Check = {
  id: 'chat-stream/reference',
  title:
    'stream: false returns one object; unknown conversations are 404, empty messages and unknown fields 400',
  requirements: ['R-4.1-11', 'R-4.1-12', 'R-4.1-13', 'R-4.1-14'],
  profile: 'reference',
  run: async (context) => {
    const agent_id = await context.fixtures.agentId();
    const message = 'Hello again';
    await verifyStreamFalse(context, agent_id);
    const first = readReply(await sendMessage(context, { agent_id, message }));
    const conversation_id = nearId(first.conversationId ?? 'conversation1234567');
    const unknown = await sendMessage(context, { agent_id, message, conversation_id });
    context.report(verifyErrorResponse(unknown, 'R-4.1-12', 404));
    const empty = await sendMessage(context, { agent_id, message: '' });
    context.report(verifyErrorResponse(empty, 'R-4.1-13', 400));
    const extra = await sendInvalidMessage(context, { agent_id, message, colour: 'blue' });
    context.report(verifyErrorResponse(extra, 'R-4.1-14', 400));
  },
};
