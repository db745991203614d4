import type { Check } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { expectReply, sendMessage, verifyFollowUp } from './send-message.ts';

/** Source 4.1: `stream` is true when it is omitted. */
export const streamField: Check = {
  id: 'chat-stream/stream-field',
  title: 'stream: true is accepted and streams, and so does a message without it',
  requirements: ['R-4.1-07', 'R-4.1-10'],
  profile: 'full',
  cost: { requests: 4, messages: 3, agents: 0 },
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
  cost: { requests: 2, messages: 1, agents: 0 },
  run: async (context) => {
    const agent = await context.fixtures.agentId();
    const exchange = await sendMessage(context, { agent_id: agent, message: 'Thank you.', stream: false });
    context.observe('R-4.1-11', `stream: false returns ${describeResponse(exchange)}`);
  },
};
