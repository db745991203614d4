import type { Check, CheckContext } from '../../check.ts';
import { agentsIn, hasMorePages, verifyListed } from '../../model/verify-list.ts';
import { type Exchange, isAccepted } from '../../exchange.ts';
import { agentIdsOf, agentsOf } from '../../model/listed-agents.ts';
import type { Agent } from '../../model/agent-fields.ts';
import { createdAgents, markOf, notAccepted, sendCreate } from './create.ts';
import { burstClauses, verifyBurst } from './burst.ts';

const agentClauses = ['R-4.2-04', 'R-2.1-01', 'R-2.1-10', 'R-2.1-11'] as const;

/** Source 4.2 for existing agents: the only check of agents in a run that creates nothing. */
export const list: Check = {
  id: 'agents/list',
  title: 'The list is a JSON object of agents, each whole, with an id of its own and timestamps',
  requirements: ['R-4.2-01', 'R-4.2-06', ...agentClauses, 'R-1-07'],
  profile: 'core',
  isReadOnly: true,
  run: async (context) => {
    const exchange = await context.client.contract.listAgents();
    if (agentsIn(exchange)?.length === 0) context.untested('the store has no agents', ...agentClauses);
  },
};

const creates = 3;
const longList = 101;
const inFlight = 8;

/** Reads the list before and after each create, so that a cached list shows. Returns the last one. */
async function verifyAtOnce(context: CheckContext): Promise<Exchange> {
  const { listAgents } = context.client.contract;
  const body = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
  const countOf = (exchange: Exchange): number =>
    agentsOf(exchange).filter(({ name }) => name === body.name).length;
  let last = await listAgents();
  let isEachMore = true;
  for (const _ of context.some(Array.from({ length: creates }), 1)) {
    const exchange = await sendCreate(context, body);
    if (!isAccepted(exchange)) context.report(notAccepted(exchange, 'R-4.3-01', 'a plain valid create'));
    const before = countOf(last);
    last = await listAgents();
    isEachMore &&= countOf(last) > before + 1;
  }
  // One may be of another run with the same seed.
  if (!isEachMore) return last;
  const actual = `more than one, each of ${creates} times`;
  context.report({ requirement: 'R-4.3-01', expected: 'one-agent-of-create', actual }, last);
  return last;
}

interface Created {
  readonly agents: readonly Agent[];
  /** Why there are no more. */
  readonly end: string;
}

/** Creates agents until the store has `count` more or is full (403), or the budget is spent; several at a time. */
async function createUpTo(context: CheckContext, count: number): Promise<Created> {
  const { createAgent } = context.client.contract;
  const body = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
  const agents: Agent[] = [];
  while (agents.length < count) {
    const { requests, agents: maxAgents } = context.client.left();
    // The list is read once more.
    const size = Math.min(count - agents.length, inFlight, maxAgents, requests - 1);
    if (size < 1) return { agents, end: '; the budget allows no more' };
    const exchanges = await Promise.all(Array.from({ length: size }, () => createAgent(body)));
    agents.push(...createdAgents(exchanges));
    if (!exchanges.every(isAccepted)) return { agents, end: '; the store takes no more' };
  }
  return { agents, end: '' };
}

/** Source 4.2: the list has all agents, from the moment a create returns. */
export const listAfterCreate: Check = {
  id: 'agents/list-after-create',
  title:
    'A created agent is in the list that is read directly after its create, also beside other requests, each with its own outcome',
  requirements: ['R-4.2-02', 'R-4.3-01', ...burstClauses],
  profile: 'full',
  run: async (context) => {
    await verifyBurst(context, await verifyAtOnce(context));
  },
};

/** Source 4.2: no page of 20, 50 or 100 in place of all agents. Agents of earlier checks count. */
export const listOfManyAgents: Check = {
  id: 'agents/list-of-many',
  title: 'A list of more than 100 agents has all of them',
  requirements: ['R-4.2-02', 'R-4.2-05'],
  profile: 'exhaustive',
  // In a store that has no agents yet.
  costFor: () => ({ requests: longList + 2, messages: 0, agents: longList }),
  minCost: { requests: 3, messages: 0, agents: 1 },
  /** Fills the store up to 101 agents, or as far as it and the budget allow, and verifies the list of all of them. */
  run: async (context) => {
    const { listAgents } = context.client.contract;
    const before = await listAgents();
    const known = agentsOf(before);
    const created = await createUpTo(context, Math.max(0, longList - known.length));
    const after = await listAgents();
    if (!hasMorePages(after)) context.report(verifyListed(known, after));
    const length = new Set([...agentIdsOf(before), ...created.agents.map(({ id }) => id)]).size;
    context.observe('R-4.2-05', `the longest list that was verified has ${length} agents${created.end}`);
  },
};
