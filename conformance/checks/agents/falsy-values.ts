import type { CaseBreach, Check, CheckContext } from '../../check.ts';
import type { AgentCreate } from '../../client/contract-client.ts';
import type { Agent } from './agent-fields.ts';
import {
  capabilityTypeOf,
  createdAgent,
  isAccepted,
  markOf,
  refusedBreach,
  sendCreate,
  withConfig,
} from './create.ts';
import { judgeCreated } from './judge-created.ts';
import { judgeListWith } from './judge-list.ts';

/** 0 and an empty array are in the range that the source gives; an empty description may be refused. */
async function judgeZeros(context: CheckContext, plain: AgentCreate): Promise<Agent[]> {
  const body = withConfig({ ...plain, description: '' }, { temperature: 0, mcp_capabilities: [] });
  let exchange = await sendCreate(context, body);
  if (!isAccepted(exchange)) {
    context.observe('R-2.1-14', 'an empty description is refused');
    exchange = await sendCreate(context, {
      ...body,
      ...(plain.description !== undefined && { description: plain.description }),
    });
  }
  const found: readonly CaseBreach[] = isAccepted(exchange)
    ? judgeCreated(exchange)
    : [refusedBreach(exchange, 'R-2.2-07', 'temperature 0 with no connections')];
  for (const breach of found) context.breach(breach, exchange);
  return isAccepted(exchange) ? [createdAgent(exchange) ?? {}] : [];
}

/** A connection that is switched off stays so. */
async function judgeOff(context: CheckContext, plain: AgentCreate): Promise<Agent[]> {
  const type = capabilityTypeOf(plain);
  if (type === undefined) {
    context.untested('no type of tool connection that this target accepts is known', 'R-2.2-10');
    return [];
  }
  const exchange = await sendCreate(
    context,
    withConfig(plain, { mcp_capabilities: [{ type, enabled: false }] }),
  );
  const found: readonly CaseBreach[] = isAccepted(exchange)
    ? judgeCreated(exchange)
    : [refusedBreach(exchange, 'R-2.2-10', `a connection ${type} with enabled false`)];
  for (const breach of found) {
    context.breach(breach, exchange);
    if (breach.requirement === 'R-2.2-10') context.breach({ ...breach, requirement: 'R-4.3-06' }, exchange);
  }
  return isAccepted(exchange) ? [createdAgent(exchange) ?? {}] : [];
}

async function run(context: CheckContext): Promise<void> {
  const plain = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
  const zeros = await judgeZeros(context, plain);
  const off = await judgeOff(context, plain);
  await judgeListWith(
    context,
    [...zeros, ...off].filter(({ id }) => id !== undefined),
  );
}

/** Source 4.3: what is sent wins over a default, however empty it looks. */
export const falsyValues: Check = {
  id: 'agents/falsy-values',
  title: '0, false, the empty text and the empty list are kept, and no default takes their place',
  requirements: ['R-4.3-06', 'R-2.2-07', 'R-2.1-08', 'R-2.2-10', 'R-2.2-09', 'R-2.1-14'],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 5, messages: 0, agents: 2 },
  writes: true,
  run,
};
