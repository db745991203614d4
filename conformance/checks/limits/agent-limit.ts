import { Untested, type Check, type CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import type { Exchange } from '../../exchange.ts';
import { verifyErrorResponse, withReason } from '../errors/verify-error.ts';
import { listedAgents } from '../listed-agents.ts';

const maxCreates = 60;
const idleMs = 61_000;

async function createLimited(
  { client, fixtures }: CheckContext,
  name: string,
  raw = false,
): Promise<Exchange> {
  const create = await fixtures.acceptedCreate();
  return client.contract.createAgent({ ...create, name }, { store: 'limited', raw });
}

/** Fills the store up to its limit; false where a create below the limit was rejected. */
async function fillUp(context: CheckContext, held: number, limit: number): Promise<boolean> {
  for (let count = held + 1; count <= limit; count += 1) {
    const exchange = await createLimited(context, `Agent ${count} of ${limit}`);
    if (exchange.status < 300) continue;
    if ((await listedAgents(context, 'limited')).length !== count - 1) {
      throw new Untested('the list does not show how many agents the store holds');
    }
    const expected = `agent ${count} of at most ${limit} created`;
    context.report({ requirement: 'R-8-05', expected, actual: describeResponse(exchange) }, exchange);
    return false;
  }
  return true;
}

/** Creates an agent; after a 429, which may be of the rate limit, once more after a minute without requests. */
async function createWithRetry(context: CheckContext, name: string): Promise<Exchange> {
  const exchange = await createLimited(context, name, true);
  if (exchange.status !== 429) return exchange;
  await context.clock.wait(idleMs);
  return createLimited(context, name, true);
}

async function verifyBeyond(context: CheckContext, limit: number): Promise<void> {
  const name = 'One agent too many';
  const exchange = await createWithRetry(context, name);
  const isEnforced = exchange.status === 403;
  context.observe('R-8-09', `the limit of ${limit} agents was ${isEnforced ? '' : 'not '}enforced`);
  const found = verifyErrorResponse(exchange, 'R-8-05', 403);
  context.report(withReason(found, `, as the store holds ${limit} agents`));
  if (exchange.status < 300) return;
  const after = await listedAgents(context, 'limited');
  if (after.length <= limit && !after.some((agent) => agent['name'] === name)) return;
  const actual = `${after.length} agents in the list`;
  context.report({ requirement: 'R-8-10', expected: `nothing created: ${limit} agents`, actual });
}

async function run(context: CheckContext): Promise<void> {
  const limit = context.target.stores.limited?.agentLimit;
  if (limit === undefined) throw new Untested('the agent limit is not known: give it by --agent-limit');
  const { length: held } = await listedAgents(context, 'limited');
  if (limit - held > maxCreates) throw new Untested(`filling the store would take ${limit - held} agents`);
  if (held > limit) throw new Untested(`the store holds ${held} agents, more than the limit of ${limit}`);
  if (await fillUp(context, held, limit)) await verifyBeyond(context, limit);
}

/** Source 8: a create beyond the plan's agent limit is 403, and nothing is created. */
export const agentLimit: Check = {
  id: 'limits/agents',
  title: 'The store may hold as many agents as its plan allows; one more is 403, and is not created',
  requirements: ['R-8-05', 'R-8-10', 'R-7-13', 'R-8-09'],
  level: 'stated',
  profile: 'core',
  exhaustsLimits: true,
  cost: { requests: 8, messages: 0, agents: 4 },
  costFor: ({ stores }) => {
    const limit = Math.min(stores.limited?.agentLimit ?? 0, maxCreates);
    return { requests: limit + 6, messages: 0, agents: limit + 1 };
  },
  needs: ['limited-store', 'agent-limit'],
  writes: true,
  run,
};
