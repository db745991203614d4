import type { Check, CheckContext } from '../../check.ts';
import type { AgentCreate, Exchange } from '../../exchange.ts';
import { capabilityTypeOf, createdAgents, isAccepted, markOf, sendCreate, withConfig } from './create.ts';
import { verifyAccepted } from './verify-created.ts';
import { verifyListWith } from './verify-list.ts';

/** 0 and an empty array are in the range of the source; an empty description may be rejected. */
async function verifyZeros(context: CheckContext, plain: AgentCreate): Promise<Exchange> {
  const body = withConfig(plain, { temperature: 0, mcp_capabilities: [] });
  let exchange = await sendCreate(context, { ...body, description: '' });
  if (!isAccepted(exchange)) {
    context.observe('R-2.1-14', 'an empty description is rejected');
    exchange = await sendCreate(context, body);
  }
  context.report(verifyAccepted(exchange, 'R-2.2-19', 'temperature 0 with no connections'));
  return exchange;
}

/** A connection that is switched off stays so. */
async function verifyOff(context: CheckContext, plain: AgentCreate): Promise<readonly Exchange[]> {
  const type = capabilityTypeOf(plain);
  if (type === undefined) {
    context.untested('no type of tool connection is known that this target accepts', 'R-2.2-21');
    return [];
  }
  const body = withConfig(plain, { mcp_capabilities: [{ type, enabled: false }] });
  const exchange = await sendCreate(context, body);
  for (const finding of verifyAccepted(exchange, 'R-2.2-21', `a connection ${type} with enabled false`)) {
    context.report(finding);
    if (finding.requirement === 'R-2.2-21') context.report({ ...finding, requirement: 'R-4.3-06' });
  }
  return [exchange];
}

async function run(context: CheckContext): Promise<void> {
  const plain = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
  const zeros = await verifyZeros(context, plain);
  const off = await verifyOff(context, plain);
  await verifyListWith(context, createdAgents([zeros, ...off]));
}

/** Source 4.3: a sent value wins over a default, also a falsy one. */
export const falsyValues: Check = {
  id: 'agents/falsy-values',
  title: '0, false, the empty text and the empty list are kept, and not replaced by defaults',
  requirements: ['R-4.3-06', 'R-2.2-19', 'R-2.1-08', 'R-2.2-21', 'R-4.2-07', 'R-2.1-14'],
  level: 'derived',
  profile: 'full',
  cost: { requests: 5, messages: 0, agents: 2 },
  writes: true,
  run,
};
