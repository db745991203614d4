import type { Check, CheckContext } from '../../check.ts';
import type { AgentConfig, AgentCreate } from '../../client/contract-client.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { createdAgent, isAccepted, markOf, refusedBreach, sendBrokenCreate, sendCreate } from './create.ts';
import { judgeCreated } from './judge-created.ts';
import { judgeListWith } from './judge-list.ts';

/** An optional field, the clause that says that it is, and a create without it. */
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

/** Whether what was refused is accepted with an id, which the service is to assign. */
async function judgeId(context: CheckContext, refused: AgentCreate): Promise<void> {
  const exchange = await sendBrokenCreate(context, { ...refused, id: 'agent-1' });
  if (!isAccepted(exchange)) return;
  const expected = 'a create without an id accepted';
  context.breach({ requirement: 'R-2.1-02', expected, actual: 'refused, and accepted with one' }, exchange);
}

/** A minimal create was refused: which field that a client need not send does the target demand? */
async function findDemanded(context: CheckContext, refused: AgentCreate): Promise<void> {
  await judgeId(context, refused);
  const full = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
  for (const { path, requirement, without } of optional) {
    const exchange = await sendCreate(context, without(full));
    if (!isAccepted(exchange)) {
      context.breach(refusedBreach(exchange, requirement, `a create without ${path}`), exchange);
    }
  }
}

async function run(context: CheckContext): Promise<void> {
  const config: AgentConfig = {
    model_provider: 'provider_three',
    model_id: 'shopping-1',
    system_prompt: 'Be brief.',
  };
  const minimal = { name: markOf(context), type: 'product_recommendation', config };
  const exchange = await sendCreate(context, minimal);
  if (!isAccepted(exchange)) {
    context.breach(refusedBreach(exchange, 'R-4.3-03', 'a create with the required fields alone'), exchange);
    await findDemanded(context, minimal);
    return;
  }
  judgeCreated(exchange).forEach((found) => context.breach(found, exchange));
  await judgeListWith(
    context,
    [createdAgent(exchange)].filter((agent) => agent !== undefined),
  );
}

/** Source 4.3: only the required fields must be there, and the defaults of 2.2 fill the rest. */
export const defaults: Check = {
  id: 'agents/defaults',
  title: 'The required fields are enough: temperature becomes 0.7, max_tokens 4096, and no tools appear',
  requirements: [
    ...([
      'R-4.3-03',
      'R-4.3-04',
      'R-2.2-06',
      'R-2.2-08',
      'R-2.2-09',
      'R-2.1-06',
      'R-2.1-07',
      'R-2.1-02',
    ] as const),
  ],
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 2, messages: 0, agents: 1 },
  writes: true,
  run,
};
