import { Untested, type Check, type CheckContext } from '../../check.ts';
import { isObject } from '../../exchange.ts';
import { expectReply } from './send-message.ts';

async function run(context: CheckContext): Promise<void> {
  const agent_id = context.target.stores.main.failingAgentId;
  if (agent_id === undefined) throw new Untested('no agent whose model fails is known (--failing-agent-id)');
  const reply = await expectReply(context, { agent_id, message: 'Hello' });
  if (reply === undefined) return;
  context.report(reply.findings, reply.exchange);
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
  requirements: ['R-6-06', 'R-6-11'],
  level: 'stated',
  profile: 'full',
  cost: { requests: 1, messages: 1, agents: 0 },
  notOffered: ({ stores }) =>
    stores.main.failingAgentId === undefined
      ? 'no agent whose model fails is known (--failing-agent-id)'
      : undefined,
  writes: true,
  run,
};
