import { Untested, type Check, type CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { asksToWait } from '../../client/rate-limit-queue.ts';
import { isObject } from '../../exchange.ts';
import { readReply } from './read-stream.ts';
import { expectReply } from './send-message.ts';

const others = 3;

/** Whether an error event is in the reply of another agent, directly after one of an agent whose model fails. */
async function isErrorLeft({ client }: CheckContext, failing: string, other: string): Promise<boolean> {
  await client.contract.streamAgentChat({ agent_id: failing, message: 'Hello' });
  const next = await client.contract.streamAgentChat({ agent_id: other, message: 'Do you sell gifts?' });
  return (
    next.status === 200 &&
    readReply(next).events.some((event) => isObject(event) && event['type'] === 'error')
  );
}

/** What a failed reply leaves behind is not in the next one. */
async function verifyNothingLeft(context: CheckContext, failing: string): Promise<void> {
  const other = await context.fixtures.agentId();
  if (!(await isErrorLeft(context, failing, other))) return;
  // The other model may have failed, too: once, and not each time.
  if (!(await isErrorLeft(context, failing, other))) return;
  const expected = 'a reply of another agent without an error event, after the model of one failed';
  context.report({ requirement: 'R-6-06', expected, actual: 'an error event, each of 2 times' });
}

/** The model of one agent says nothing about the others. */
async function verifyOthers(context: CheckContext): Promise<void> {
  const agent_id = await context.fixtures.agentId();
  for (let count = 0; count < others; count += 1) {
    const body = { agent_id, message: 'Do you have gift cards?' };
    const exchange = await context.client.contract.streamAgentChat(body, { raw: true });
    if (exchange.status === 200 || asksToWait(exchange)) continue;
    const expected = 'a reply of another agent, after the model of one failed';
    context.report({ requirement: 'R-4.1-16', expected, actual: describeResponse(exchange) }, exchange);
  }
}

async function run(context: CheckContext): Promise<void> {
  const agent_id = context.target.stores.main.failingAgentId;
  if (agent_id === undefined) throw new Untested('no agent whose model fails is known (--failing-agent-id)');
  const reply = await expectReply(context, { agent_id, message: 'Hello' });
  if (reply === undefined) return;
  context.report(reply.findings, reply.exchange);
  await verifyOthers(context);
  await verifyNothingLeft(context, agent_id);
  const last = reply.events.at(-1);
  if (isObject(last) && last['type'] === 'error') {
    context.observe('R-6-11', `an error event is ${JSON.stringify(last)}`);
    return;
  }
  const expected = 'an event of type error, as the model of this agent fails';
  const actual = `${JSON.stringify(last) ?? 'no event'} at the end`;
  context.report({ requirement: 'R-6-06', expected, actual }, reply.exchange);
}

/** Source 6: an error during processing is an event of type error. */
export const failingAgent: Check = {
  id: 'chat-stream/failing-agent',
  title: 'The reply of an agent whose model fails ends with an error event',
  requirements: ['R-6-06', 'R-4.1-16', 'R-6-11'],
  level: 'stated',
  profile: 'full',
  cost: { requests: 6 + others, messages: 5 + others, agents: 0 },
  notOffered: ({ stores }) =>
    stores.main.failingAgentId === undefined
      ? 'no agent whose model fails is known (--failing-agent-id)'
      : undefined,
  writes: true,
  run,
};
