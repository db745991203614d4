import type { Check, CheckContext } from '../../check.ts';
import { isObject } from '../../exchange.ts';
import type { Agent } from '../../model/agent-fields.ts';
import { listedAgents } from '../../model/listed-agents.ts';

/** Whether two agents are the same; an equal id is not enough, as each store may number its agents. */
function isSame(one: Agent, other: Agent): boolean {
  return ['id', 'name', 'created_at'].every((field) => one[field] === other[field]);
}

/** Creates an agent, where no check of the run has. */
async function createMarked(context: CheckContext): Promise<void> {
  if (context.target.readOnly || context.model.made().agents.length > 0) return;
  const create = await context.fixtures.acceptedCreate();
  const name = `Agent of the main store ${context.seed}`;
  const exchange = await context.client.contract.createAgent({ ...create, name });
  if (!isObject(exchange.json)) context.untested('no agent could be created for the comparison');
}

/** Source 4.2 and 5.9: a list has only the agents of its store. */
export const separateLists: Check = {
  id: 'tenancy/lists',
  title: 'No agent, old or new, is in the lists of two stores',
  requirements: ['R-4.2-03', 'R-5-14'],
  profile: 'core',
  cost: { requests: 4, messages: 0, agents: 1 },
  fullCost: { requests: 4, messages: 0, agents: 0 },
  needs: ['second-store'],
  run: async (context) => {
    const othersBefore = await listedAgents(context, 'second');
    await createMarked(context);
    const own = await listedAgents(context, 'main');
    const others = [...othersBefore, ...(await listedAgents(context, 'second'))];
    const shared = own.find((agent) => others.some((other) => isSame(agent, other)));
    if (shared === undefined) return;
    const actual = `the agent ${JSON.stringify(shared['id'])}, ${JSON.stringify(shared['name'])}, in the lists of both (if both keys are of one store, give another --second-api-key)`;
    const expected = 'lists of two stores with no agent in common';
    context.report({ requirement: 'R-4.2-03', expected, actual });
  },
};
