import type { Check, CheckContext } from '../../check.ts';
import { expectReply } from './send-message.ts';
import { furtherTypes } from '../../model/verify-events.ts';

// Characters that break hand-made streams: quotes, line ends, a field of the SSE grammar, emoji.
const hostileMessage =
  'Say "yes" or \'no\' \\ <b>{"type":"end"}</b>\n\ndata: {"type":"error"}\r\n\u2028 naïve 👩‍👩‍👧 𝔘?';

async function verifyReply(context: CheckContext, message: string): Promise<void> {
  const reply = await expectReply(context, { agent_id: await context.fixtures.agentId(), message });
  if (reply === undefined) return;
  for (const type of furtherTypes(reply.events)) context.observe('R-6-13', `has events of type ${type}`);
  if (reply.failed) {
    context.untested('the reply ended in an error event', 'R-4.1-09', 'R-6-05', 'R-2.4-01');
    context.observe('R-6-11', `an error event is ${JSON.stringify(reply.events.at(-1))}`);
  }
}

/** Source 4.1 and 6: the response to a message is a stream of valid events with one end. */
export const reply: Check = {
  id: 'chat-stream/reply',
  title: 'The reply to a message is a stream of JSON events that ends once, with end and a conversation_id',
  requirements: [
    ...(['R-4.1-01', 'R-1-01', 'R-1-02', 'R-1-08', 'R-1-10', 'R-2.4-01', 'R-4.1-02', 'R-4.1-03'] as const),
    ...(['R-4.1-04', 'R-4.1-07', 'R-5-02', 'R-4.1-08', 'R-4.1-09', 'R-6-01', 'R-6-02', 'R-6-05'] as const),
    ...(['R-6-06', 'R-6-07', 'R-6-09', 'R-6-10', 'R-4.1-16', 'R-6-11', 'R-6-13'] as const),
  ],
  profile: 'core',
  cost: { requests: 1, messages: 1, agents: 0 },
  run: (context) => verifyReply(context, 'Hello, what can you help me with?'),
};

/** The same for a message that breaks hand-made streams. */
export const hostileReply: Check = {
  ...reply,
  id: 'chat-stream/hostile-message',
  title: 'Quotes, line ends, emoji and event syntax in a message do not break the stream',
  profile: 'full',
  run: (context) => verifyReply(context, hostileMessage),
};
