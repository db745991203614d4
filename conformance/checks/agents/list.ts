import type { Check } from '../../check.ts';
import { agentsIn } from '../../model/verify-list.ts';

const agentClauses = ['R-4.2-04', 'R-2.1-01', 'R-2.1-10', 'R-2.1-11'] as const;

/** Source 4.2 for existing agents: the only check of agents in a run that creates nothing. */
export const list: Check = {
  id: 'agents/list',
  title: 'The list is a JSON object of agents, each whole, with an id of its own and timestamps',
  requirements: ['R-4.2-01', 'R-4.2-06', ...agentClauses, 'R-1-07'],
  profile: 'core',
  cost: { requests: 1, messages: 0, agents: 0 },
  isReadOnly: true,
  run: async (context) => {
    const exchange = await context.client.contract.listAgents();
    if (agentsIn(exchange)?.length === 0) context.untested('the store has no agents', ...agentClauses);
  },
};
