import type { Check, CheckContext } from '../../check.ts';
import { isObject } from '../is-object.ts';
import { listedAgents } from '../listed-agents.ts';

type Agent = Readonly<Record<string, unknown>>;

/** The same agent, and not merely the same id: numbers that count in each store apart are legal. */
function isSame(one: Agent, other: Agent): boolean {
  return ['id', 'name', 'created_at'].every((field) => one[field] === other[field]);
}

async function createMarked(context: CheckContext): Promise<void> {
  if (context.target.readOnly) return;
  const create = await context.fixtures.acceptedCreate();
  const name = `Agent of the main store ${context.seed}`;
  const exchange = await context.client.contract.createAgent({ ...create, name });
  if (!isObject(exchange.json)) context.untested('no agent could be created to look for');
}

async function run(context: CheckContext): Promise<void> {
  const othersBefore = await listedAgents(context, 'second');
  await createMarked(context);
  const own = await listedAgents(context, 'main');
  const others = [...othersBefore, ...(await listedAgents(context, 'second'))];
  const shared = own.find((agent) => others.some((other) => isSame(agent, other)));
  if (shared === undefined) return;
  const actual = `the agent ${JSON.stringify(shared['id'])}, ${JSON.stringify(shared['name'])}, in the lists of both (if both keys are of one store, give another --second-api-key)`;
  context.breach({
    requirement: 'R-4.2-03',
    expected: 'lists of two stores with no agent in common',
    actual,
  });
}

/** Source 4.2 and 5.9: a list holds the agents of its store alone. */
export const separateLists: Check = {
  id: 'tenancy/lists',
  title: 'No agent, old or new, is in the lists of two stores',
  requirements: ['R-4.2-03', 'R-5-09'],
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 4, messages: 0, agents: 1 },
  needs: ['second-store'],
  writes: true,
  run,
};
