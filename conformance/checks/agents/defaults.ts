import type { RequirementId } from '../../../generated/requirements.ts';
import type { Check, CheckContext } from '../../check.ts';
import { type AgentConfig, type AgentCreate, type Exchange, isAccepted } from '../../exchange.ts';
import { markOf, notAccepted, sendCreate, sendInvalidCreate } from './create.ts';

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
  // After a rejection, it creates agents without one optional field each.
  cost: { requests: 2, messages: 0, agents: 6 },
  fullCost: { requests: 2, messages: 0, agents: 1 },
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
