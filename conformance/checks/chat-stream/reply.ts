import { unexpected } from '../../model/verify-error.ts';
import { type Check, type CheckContext, Untested } from '../../check.ts';
import { expectReply } from './send-message.ts';
import { furtherTypes } from '../../model/verify-events.ts';
import { isObject } from '../../exchange.ts';
import { type StreamedReply, readReply } from '../../model/read-stream.ts';
import { asksToWait } from '../../client/rate-limit-queue.ts';

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

const toolClauses = ['R-6-03', 'R-6-04', 'R-6-14'] as const;

function usesTools({ events }: StreamedReply): boolean {
  return events.some(
    (event) => isObject(event) && (event['type'] === 'tool_use' || event['type'] === 'tool_result'),
  );
}

/** Source 6: the fields and the order of tool calls and results. */
export const tools: Check = {
  id: 'chat-stream/tools',
  title: 'tool_use and tool_result carry their fields, and each result follows its call',
  requirements: [...toolClauses, 'R-4.1-03'],
  profile: 'full',
  run: async (context) => {
    const agent = (await context.fixtures.twinId()) ?? (await context.fixtures.agentId());
    const message = 'Search the catalogue for rain shoes under 80 and tell me their prices.';
    const received = await expectReply(context, { agent_id: agent, message });
    if (received !== undefined && !usesTools(received))
      context.untested('no reply used a tool: give an agent with tools by --agent-id', ...toolClauses);
  },
};

const others = 3;

/** Whether an error event is in the first reply of another agent after one whose model fails, and not in its second. */
async function isErrorLeft({ client }: CheckContext, failing: string, other: string): Promise<boolean> {
  const hasError = async (agent_id: string): Promise<boolean> => {
    const exchange = await client.contract.streamAgentChat({ agent_id, message: 'Do you sell gifts?' });
    if (exchange.status !== 200) return false;
    return readReply(exchange).events.some((event) => isObject(event) && event['type'] === 'error');
  };
  await hasError(failing);
  return (await hasError(other)) && !(await hasError(other));
}

/** Verifies that a failed reply leaves no error in the next one. Two rounds: a model may fail once by accident. */
async function verifyNothingLeft(context: CheckContext, failing: string): Promise<void> {
  const other = await context.fixtures.agentId();
  for (let times = 0; times < 2; times += 1) if (!(await isErrorLeft(context, failing, other))) return;
  context.report({
    requirement: 'R-6-06',
    expected: 'no-error-of-another-agent',
    actual: 'an error event, in the first of two, each time',
  });
}

/** The model of one agent says nothing about the others. */
async function verifyOthers(context: CheckContext): Promise<void> {
  const agent_id = await context.fixtures.agentId();
  for (const _ of context.some(Array.from({ length: others }), 1)) {
    const body = { agent_id, message: 'Do you have gift cards?' };
    const exchange = await context.client.contract.streamAgentChat(body, { raw: true });
    if (exchange.status === 200 || asksToWait(exchange)) continue;
    context.report(unexpected('R-4.1-16', 'reply-after-failed-agent', exchange));
  }
}

/** Source 6: an error during processing is an event of type error. */
export const failingAgent: Check = {
  id: 'chat-stream/failing-agent',
  title: 'The reply of an agent whose model fails ends with an error event',
  requirements: ['R-6-06', 'R-4.1-16', 'R-6-11'],
  profile: 'full',
  notOffered: ({ stores }) =>
    stores.main.failingAgentId === undefined
      ? 'no agent whose model fails is known (--failing-agent-id)'
      : undefined,
  run: async (context) => {
    const agent_id = context.target.stores.main.failingAgentId;
    if (agent_id === undefined)
      throw new Untested('no agent whose model fails is known (--failing-agent-id)');
    const received = await expectReply(context, { agent_id, message: 'Hello' });
    if (received === undefined) return;
    await verifyOthers(context);
    await verifyNothingLeft(context, agent_id);
    const last = received.events.at(-1);
    if (isObject(last) && last['type'] === 'error') {
      context.report(received.findings, received.exchange);
      context.observe('R-6-11', `an error event is ${JSON.stringify(last)}`);
      return;
    }
    const expected = 'failing-agent-error-event';
    const actual = `${JSON.stringify(last) ?? 'no event'} at the end`;
    context.report({ requirement: 'R-6-06', expected, actual }, received.exchange);
  },
};
