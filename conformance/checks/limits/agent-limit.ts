import { Untested, type Check, type CheckContext } from '../../check.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import type { Exchange } from '../../client/exchange.ts';
import { judgeRefusal } from '../errors/judge-error.ts';
import { listedAgents } from '../listed-agents.ts';

const mostCreates = 60;
const quietMs = 61_000;

async function createLimited(
  { client, fixtures }: CheckContext,
  name: string,
  raw = false,
): Promise<Exchange> {
  const create = await fixtures.acceptedCreate();
  return client.contract.createAgent({ ...create, name }, { store: 'limited', raw });
}

/** Fills the store up to its limit. False where a create below the limit was refused. */
async function fillUp(context: CheckContext, held: number, limit: number): Promise<boolean> {
  for (let count = held + 1; count <= limit; count += 1) {
    const exchange = await createLimited(context, `Agent ${count} of ${limit}`);
    if (exchange.status < 300) continue;
    if ((await listedAgents(context, 'limited')).length !== count - 1) {
      throw new Untested('the list does not show how many agents the store holds');
    }
    const expected = `agent ${count} of the ${limit} that the store may hold created`;
    context.breach({ requirement: 'R-8-05', expected, actual: describeAnswer(exchange) }, exchange);
    return false;
  }
  return true;
}

/** A 429 may be the rate limit's; after a quiet minute it is the answer to this create. */
async function createPatiently(context: CheckContext, name: string): Promise<Exchange> {
  const exchange = await createLimited(context, name, true);
  if (exchange.status !== 429) return exchange;
  await context.clock.wait(quietMs);
  return createLimited(context, name, true);
}

async function judgeBeyond(context: CheckContext, limit: number): Promise<void> {
  const name = 'One agent too many';
  const exchange = await createPatiently(context, name);
  context.observe(
    'R-8-09',
    `the limit of ${limit} agents was ${exchange.status === 403 ? '' : 'not '}enforced`,
  );
  for (const found of judgeRefusal(exchange, 'R-8-05', 403)) {
    context.breach({ ...found, expected: `${found.expected}, as the store holds ${limit} agents` }, exchange);
  }
  if (exchange.status < 300) return;
  const after = await listedAgents(context, 'limited');
  if (after.length <= limit && !after.some((agent) => agent['name'] === name)) return;
  const actual = `${after.length} agents in the list`;
  context.breach({ requirement: 'R-8-05', expected: `nothing created: ${limit} agents`, actual });
}

async function run(context: CheckContext): Promise<void> {
  const limit = context.target.stores.limited?.agentLimit;
  if (limit === undefined) throw new Untested('the agent limit is not known: name it by --agent-limit');
  const agents = await listedAgents(context, 'limited');
  const held = agents.length;
  if (limit - held > mostCreates) throw new Untested(`filling the store would take ${limit - held} agents`);
  if (held > limit) throw new Untested(`the store holds ${held} agents, more than the limit of ${limit}`);
  if (await fillUp(context, held, limit)) await judgeBeyond(context, limit);
}

/** Source 8: a create beyond the plan's agent limit is 403, and nothing is created. */
export const agentLimit: Check = {
  id: 'limits/agents',
  title: 'The store may hold as many agents as its plan allows; one more is 403, and is not created',
  requirements: ['R-8-05', 'R-7-13', 'R-8-09'],
  level: 'stated',
  profile: 'core',
  lane: 'limits',
  cost: { requests: 8, messages: 0, agents: 3 },
  needs: ['limited-store', 'agent-limit'],
  writes: true,
  run,
};
