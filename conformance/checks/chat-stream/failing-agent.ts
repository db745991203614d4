import { Untested, type Check, type CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { asksToWait } from '../../client/rate-limit-queue.ts';
import { isObject } from '../../exchange.ts';
import { readReply } from '../../model/read-stream.ts';
import { expectReply } from './send-message.ts';

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
  const expected = 'a reply of another agent without an error event, after the model of one failed';
  context.report({
    requirement: 'R-6-06',
    expected,
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
    const expected = 'a reply of another agent, after the model of one failed';
    context.report({ requirement: 'R-4.1-16', expected, actual: describeResponse(exchange) }, exchange);
  }
}

/** Source 6: an error during processing is an event of type error. */
export const failingAgent: Check = {
  id: 'chat-stream/failing-agent',
  title: 'The reply of an agent whose model fails ends with an error event',
  requirements: ['R-6-06', 'R-4.1-16', 'R-6-11'],
  profile: 'full',
  cost: { requests: 8 + others, messages: 7 + others, agents: 0 },
  fullCost: { requests: 6, messages: 3, agents: 0 },
  notOffered: ({ stores }) =>
    stores.main.failingAgentId === undefined
      ? 'no agent whose model fails is known (--failing-agent-id)'
      : undefined,
  run: async (context) => {
    const agent_id = context.target.stores.main.failingAgentId;
    if (agent_id === undefined)
      throw new Untested('no agent whose model fails is known (--failing-agent-id)');
    const reply = await expectReply(context, { agent_id, message: 'Hello' });
    if (reply === undefined) return;
    await verifyOthers(context);
    await verifyNothingLeft(context, agent_id);
    const last = reply.events.at(-1);
    if (isObject(last) && last['type'] === 'error') {
      context.report(reply.findings, reply.exchange);
      context.observe('R-6-11', `an error event is ${JSON.stringify(last)}`);
      return;
    }
    const expected = 'an event of type error, as the model of this agent fails';
    const actual = `${JSON.stringify(last) ?? 'no event'} at the end`;
    context.report({ requirement: 'R-6-06', expected, actual }, reply.exchange);
  },
};
