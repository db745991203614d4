import type { Check, CheckContext } from '../../check.ts';
import { judgeRefusal } from '../errors/judge-error.ts';
import { knownAgentIds } from '../listed-agents.ts';
import { nearId } from '../near-id.ts';
import { sendMessage } from './send-message.ts';

async function run(context: CheckContext): Promise<void> {
  const real = await context.fixtures.agentId();
  const taken = new Set([real, ...(await knownAgentIds(context))]);
  const unknown = await sendMessage(context, { agent_id: nearId(real, taken), message: 'Hello' });
  for (const found of judgeRefusal(unknown, 'R-7-03', 404)) context.breach(found, unknown);
  // Ids of another form may be refused as malformed; what they may not do is reach the agent that they resemble.
  for (const near of [`${real}x`, `${real}0`, real.slice(0, -1)]) {
    if (near === '' || taken.has(near)) continue;
    const exchange = await sendMessage(context, { agent_id: near, message: 'Hello' });
    for (const found of judgeRefusal(exchange, 'R-4.1-03', 404, 400)) context.breach(found, exchange);
  }
}

/** Source 4.1 and 7: agent_id names one agent exactly, and an unknown one is 404. */
export const unknownAgent: Check = {
  id: 'chat-stream/unknown-agent',
  title: 'A message to an agent that does not exist is 404, however near its id is to a real one',
  requirements: ['R-7-03', 'R-4.1-03', 'R-7-13', 'R-2.5-01', 'R-2.5-02', 'R-2.5-03', 'R-1-07'],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 6, messages: 0, agents: 0 },
  writes: false,
  run,
};
