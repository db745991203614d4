import type { Check, CheckContext } from '../../check.ts';
import { agentsIn, judgeList, readList } from './judge-list.ts';

const clausesOfAgents = ['R-4.2-04', 'R-2.1-01', 'R-2.1-10', 'R-2.1-11'] as const;

async function run(context: CheckContext): Promise<void> {
  const exchange = await readList(context);
  for (const found of judgeList(exchange)) context.breach(found, exchange);
  if (agentsIn(exchange)?.length === 0) context.untested('the store has no agents', ...clausesOfAgents);
}

/** Source 4.2, for what the store holds already: all that a run which creates nothing can see of agents. */
export const list: Check = {
  id: 'agents/list',
  title: 'The list is a JSON object of agents, each whole, with an id of its own and timestamps',
  requirements: ['R-4.2-01', ...clausesOfAgents, 'R-1-07'],
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 1, messages: 0, agents: 0 },
  writes: false,
  run,
};
