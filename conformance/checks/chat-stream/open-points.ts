import type { Check, CheckContext } from '../../check.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import { nearId } from '../near-id.ts';
import { readReply } from './read-stream.ts';
import { sendBrokenMessage, sendMessage } from './send-message.ts';

async function run(context: CheckContext): Promise<void> {
  const agent_id = await context.fixtures.agentId();
  const message = 'Hello again';
  const first = readReply(await sendMessage(context, { agent_id, message }));
  const conversation_id = nearId(first.conversationId ?? 'conversation1234567', new Set());
  const unknown = await sendMessage(context, { agent_id, message, conversation_id });
  context.observe('R-4.1-12', `an unknown conversation is answered with ${describeAnswer(unknown)}`);
  const empty = await sendMessage(context, { agent_id, message: '' });
  context.observe('R-4.1-13', `an empty message is answered with ${describeAnswer(empty)}`);
  const extra = await sendBrokenMessage(context, { agent_id, message, colour: 'blue' });
  context.observe('R-4.1-14', `an unknown field is answered with ${describeAnswer(extra)}`);
}

/** What source 4.1 leaves open, as this deployment does it. */
export const chatOpenPoints: Check = {
  id: 'chat-stream/open-points',
  title: 'What an unknown conversation, an empty message and an unknown field do',
  requirements: ['R-4.1-12', 'R-4.1-13', 'R-4.1-14'],
  level: 'open',
  profile: 'full',
  lane: 'main',
  cost: { requests: 5, messages: 4, agents: 0 },
  writes: true,
  run,
};
