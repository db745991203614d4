import type { RequirementId } from '../../../generated/requirements.ts';
import type { Check, CheckContext } from '../../check.ts';
import { type AgentCreate, type Exchange, isAccepted, type AgentConfig } from '../../exchange.ts';
import { agentsOf } from '../../model/listed-agents.ts';
import { markOf, sendCreate, withConfig, verifyAccepted, notAccepted, sendInvalidCreate } from './create.ts';
import { bodyWith, type Texts } from './text-cases.ts';
import type { Agent } from '../../model/agent-fields.ts';

/** The statuses of an operation that does not exist. */
const missingStatuses: readonly number[] = [404, 405, 501];

function plainBody(context: CheckContext): AgentCreate {
  return {
    name: markOf(context),
    type: 'customer_support',
    description: "Answers questions about the shop's orders; 24/7",
    config: {
      model_provider: 'provider_one',
      model_id: 'Shopping-1',
      system_prompt: 'Be brief.\nSay "please" & never shout.',
      temperature: 0.25,
      max_tokens: 300,
      mcp_capabilities: [],
    },
  };
}

/** Texts as shops write them, with what services trim, convert, mask or render. */
function livelyTexts(context: CheckContext): Texts {
  return {
    name: `shop of ${markOf(context)} `,
    description: '# Size **42**\n<b>"Größe" &amp; naïve</b>\u2028\u00e9 e\u0301 👟',
    model_id: 'vendor/Shopping-1:free',
    system_prompt:
      'Hi {{name}}{% if vip %}!{% endif %}\r\nhttp://shop.example, Help@shop.example, 4111 1111 1111 1111',
  };
}

/** Observes the status and the order of listed agents, which the source leaves open. */
function observeList(context: CheckContext, agents: readonly Agent[]): void {
  const states = [...new Set(agents.map(({ status }) => JSON.stringify(status) ?? 'absent'))];
  context.observe('R-3-01', `status of listed agents: ${states.slice(0, 5).join(', ') || 'no agents'}`);
  const stamps = agents.map((agent) => Date.parse(String(agent['created_at'])));
  const ascending = stamps.every((at, index) => index === 0 || at >= (stamps[index - 1] ?? at));
  const descending = stamps.every((at, index) => index === 0 || at <= (stamps[index - 1] ?? at));
  const order = ascending ? 'oldest first' : descending ? 'newest first' : 'not in order of age';
  context.observe('R-4.2-05', `the list is ${stamps.length < 2 ? 'too short to show an order' : order}`);
}

/** The clause that the rejection of a valid create violates, by its status. */
function clauseOfRejection({ status }: Exchange): RequirementId {
  if (status === 415) return 'R-4.3-05';
  return missingStatuses.includes(status) ? 'R-4.3-01' : 'R-4.3-10';
}

/** Source 4.2 and 4.3 with plain values. */
export const createAndList: Check = {
  id: 'agents/create-and-list',
  title: 'A create returns the whole agent with an id and timestamps, and the list has it unchanged',
  requirements: [
    ...(['R-4.3-01', 'R-4.3-02', 'R-4.3-05', 'R-1-01', 'R-1-07', 'R-1-10', 'R-2.1-01'] as const),
    ...(['R-2.1-02', 'R-2.1-04', 'R-2.1-16', 'R-2.1-06', 'R-2.1-08', 'R-2.1-10', 'R-2.1-11'] as const),
    ...(['R-2.1-12', 'R-2.2-02', 'R-2.2-17', 'R-2.2-18', 'R-2.2-19', 'R-2.2-20', 'R-4.2-01'] as const),
    ...(['R-4.2-02', 'R-4.2-04', 'R-4.2-06', 'R-4.2-07', 'R-4.3-10'] as const),
    ...(['R-3-01', 'R-4.2-05', 'R-4.3-07'] as const),
  ],
  profile: 'core',
  run: async (context) => {
    // A new store has no agents yet, which is an empty array.
    await context.client.contract.listAgents();
    const body = plainBody(context);
    const first = await sendCreate(context, body);
    // A second create with other values: a constant response would pass the first. Which texts are accepted is open.
    const other = withConfig({ ...body, type: 'product_recommendation' }, { model_provider: 'provider_two' });
    const lively = await sendCreate(context, bodyWith(other, livelyTexts(context)));
    const second = isAccepted(lively) ? lively : await sendCreate(context, other);
    for (const exchange of [first, second]) {
      context.report(verifyAccepted(exchange, clauseOfRejection(exchange), 'a plain valid create'));
    }
    if (isAccepted(first)) context.observe('R-4.3-07', `creates return ${first.status}`);
    const list = await context.client.contract.listAgents();
    for (const exchange of [first, list]) {
      if (!missingStatuses.includes(exchange.status)) continue;
      const expected = ['operation-exists', exchange.request.method] as const;
      context.report({ requirement: 'R-1-01', expected, actual: `status ${exchange.status}` }, exchange);
    }
    observeList(context, agentsOf(list));
  },
};

/** An optional field, the clause that makes it optional, and a create without it. */
interface Optional {
  readonly path: string;
  readonly requirement: RequirementId;
  readonly without: (body: AgentCreate) => AgentCreate;
}

function inConfig(
  path: string,
  requirement: RequirementId,
  without: (config: AgentConfig) => AgentConfig,
): Optional {
  return { path, requirement, without: (body) => ({ ...body, config: without(body.config) }) };
}

const optional: readonly Optional[] = [
  { path: 'description', requirement: 'R-2.1-07', without: ({ description: _left, ...rest }) => rest },
  inConfig('temperature', 'R-2.2-06', ({ temperature: _left, ...rest }) => rest),
  inConfig('max_tokens', 'R-2.2-08', ({ max_tokens: _left, ...rest }) => rest),
  inConfig('mcp_capabilities', 'R-2.2-09', ({ mcp_capabilities: _left, ...rest }) => rest),
];

/** Reports a target that accepts a rejected create with an id, which the service should assign. */
async function verifyId(context: CheckContext, rejected: Exchange, body: AgentCreate): Promise<void> {
  const exchange = await sendInvalidCreate(context, { ...body, id: 'agent-1' });
  if (!isAccepted(exchange)) return;
  const { expected, actual } = notAccepted(rejected, 'R-2.1-02', 'a create without an id');
  context.report({ requirement: 'R-2.1-02', expected, actual: `${actual}; accepted with one` }, rejected);
}

/** After a rejected minimal create, reports which optional field the target requires. */
async function findRequired(context: CheckContext, rejected: Exchange, body: AgentCreate): Promise<void> {
  await verifyId(context, rejected, body);
  const full = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
  for (const { path, requirement, without } of optional) {
    const exchange = await sendCreate(context, without(full));
    if (!isAccepted(exchange)) {
      context.report(notAccepted(exchange, requirement, `a create without ${path}`));
    }
  }
}

/** Source 4.3: only the required fields must be sent; the others get the defaults of 2.2. */
export const defaults: Check = {
  id: 'agents/defaults',
  title: 'The required fields are enough: temperature becomes 0.7, max_tokens 4096, and no tools appear',
  requirements: [
    ...(['R-4.3-03', 'R-4.3-04', 'R-2.2-06', 'R-2.2-08', 'R-2.2-09', 'R-2.1-06', 'R-2.1-07'] as const),
    'R-2.1-02',
  ],
  profile: 'core',
  run: async (context) => {
    const config: AgentConfig = {
      model_provider: 'provider_three',
      model_id: 'shopping-1',
      system_prompt: 'Be brief.',
    };
    const minimal = { name: markOf(context), type: 'product_recommendation', config };
    const exchange = await sendCreate(context, minimal);
    if (!isAccepted(exchange)) {
      context.report(notAccepted(exchange, 'R-4.3-03', 'a create with the required fields alone'));
      await findRequired(context, exchange, minimal);
      return;
    }
    await context.client.contract.listAgents();
  },
};
