import type { Check, CheckContext } from '../../check.ts';
import { errorBodyClauses, verifyErrorResponse } from '../errors/verify-error.ts';
import { agentIdsOf } from '../listed-agents.ts';
import { nearId } from '../near-id.ts';
import { sendMessage } from './send-message.ts';

async function run(context: CheckContext): Promise<void> {
  const real = await context.fixtures.agentId();
  const taken = new Set([real, ...agentIdsOf(await context.client.contract.listAgents())]);
  const unknown = await sendMessage(context, { agent_id: nearId(real, taken), message: 'Hello' });
  context.report(verifyErrorResponse(unknown, 'R-7-03', 404));
  // Ids of another form may be rejected as malformed, but must not reach the agent whose id they resemble.
  for (const near of [`${real}x`, `${real}0`, real.slice(0, -1)]) {
    if (near === '' || taken.has(near)) continue;
    const exchange = await sendMessage(context, { agent_id: near, message: 'Hello' });
    context.report(verifyErrorResponse(exchange, 'R-4.1-03', 404, 400));
  }
}

/** Source 4.1 and 7: agent_id names one agent exactly, and an unknown one is 404. */
export const unknownAgent: Check = {
  id: 'chat-stream/unknown-agent',
  title: 'A message to an agent that does not exist is 404, however near its id is to a real one',
  requirements: ['R-7-03', 'R-4.1-03', ...errorBodyClauses],
  level: 'stated',
  profile: 'full',
  cost: { requests: 6, messages: 0, agents: 0 },
  writes: true,
  run,
};
