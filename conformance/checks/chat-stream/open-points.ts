import type { Check } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { nearId } from '../near-miss/unknown-ids.ts';
import { readReply } from '../../model/read-stream.ts';
import { sendInvalidMessage, sendMessage } from './send-message.ts';

/** Observes what source 4.1 leaves open. */
export const chatOpenPoints: Check = {
  id: 'chat-stream/open-points',
  title: 'How an unknown conversation, an empty message and an unknown field are handled',
  requirements: ['R-4.1-12', 'R-4.1-13', 'R-4.1-14'],
  profile: 'exhaustive',
  cost: { requests: 5, messages: 4, agents: 0 },
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
