import type { RequirementId } from '../../../generated/requirements.ts';
import type { Check, CheckContext } from '../../check.ts';
import { hasMorePages } from '../../model/verify-list.ts';
import { errorBodyClauses, verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import { agentIdsOf } from '../../model/listed-agents.ts';
import { confusingIds, nearId } from '../near-miss/unknown-ids.ts';
import { maxLikeIds, likeIds } from '../near-miss/equal-ids.ts';
import { sendInvalidMessage, sendMessage } from './send-message.ts';

async function verifyConfusing(
  context: CheckContext,
  real: string,
  taken: ReadonlySet<unknown>,
): Promise<void> {
  const send = async (agent_id: string, clauseOfReply: RequirementId): Promise<void> => {
    if (taken.has(agent_id)) return;
    const exchange = await sendInvalidMessage(context, { agent_id, message: 'Hello' });
    const found = verifyErrorResponse(exchange, exchange.status < 300 ? clauseOfReply : 'R-7-03', 404, 400);
    context.report(withReason(found, `, for the agent_id ${JSON.stringify(agent_id)}`));
  };
  for (const id of context.some(confusingIds(real), 8)) await send(id, 'R-4.1-03');
  for (const id of likeIds(real)) await send(id, 'R-7-03');
}

/** Source 4.1 and 7: agent_id names one agent exactly, and an unknown one is 404. */
export const unknownAgent: Check = {
  id: 'chat-stream/unknown-agent',
  title: 'A message to an agent that does not exist is 404, however near its id is to a real one',
  requirements: ['R-7-03', 'R-4.1-03', ...errorBodyClauses],
  profile: 'full',
  cost: { requests: 6 + confusingIds('').length + maxLikeIds, messages: 0, agents: 0 },
  fullCost: { requests: 6 + 8 + maxLikeIds, messages: 0, agents: 0 },
  run: async (context) => {
    const real = await context.fixtures.agentId();
    const list = await context.client.contract.listAgents();
    // Such ids may be those of agents on other pages.
    const short = hasMorePages(list) ? ['1', 'default', 'null'] : [];
    const taken = new Set([real, ...agentIdsOf(list), ...short]);
    const unknown = await sendMessage(context, { agent_id: nearId(real, taken), message: 'Hello' });
    context.report(verifyErrorResponse(unknown, 'R-7-03', 404));
    // Ids of another form may be rejected as malformed, but must not reach the agent whose id they resemble.
    for (const [near, stream] of [[`${real}x`], [`${real}0`, false], [real.slice(0, -1), true]] as const) {
      if (near === '' || taken.has(near)) continue;
      // What stream: false returns is open, but not whether there is such an agent.
      const how = stream === undefined ? {} : { stream };
      const exchange = await sendMessage(context, { agent_id: near, message: 'Hello', ...how });
      context.report(verifyErrorResponse(exchange, 'R-4.1-03', 404, 400));
    }
    await verifyConfusing(context, real, taken);
  },
};
