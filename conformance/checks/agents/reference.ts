import { unexpected, verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { schemaOf } from '../../arbitraries/contract-schema.ts';
import { violationsOf, type Violation } from '../../arbitraries/violations.ts';
import type { Check, CheckContext } from '../../check.ts';
import { showValue } from '../../client/describe-exchange.ts';
import { agentsOf } from '../../model/listed-agents.ts';
import {
  createdAgents,
  markOf,
  sendCreate,
  sendInvalidCreate,
  withConfig,
  verifyAccepted,
} from './create.ts';
import { isAccepted } from '../../exchange.ts';

/** The clause of our decision against an open violation; undefined where there is none. */
function decidedClause({ path, rule }: Violation): RequirementId | undefined {
  if (rule === 'unknown-field') return 'R-4.3-08';
  if (path === 'config.max_tokens') return 'R-2.2-15';
  if (rule !== 'length') return undefined;
  return path.startsWith('config.') ? 'R-2.2-14' : 'R-2.1-14';
}

/** Decisions 0002, 0003 and 0001: any type is kept, and a create is 201. Returns the id of the created agent. */
async function verifyAnyType(context: CheckContext): Promise<unknown> {
  const plain = { ...(await context.fixtures.acceptedCreate()), name: markOf(context), type: 'Gift finder' };
  const body = withConfig(plain, { mcp_capabilities: [{ type: 'Parcel tracker', enabled: true }] });
  const exchange = await sendCreate(context, body);
  context.report(verifyAccepted(exchange, 'R-2.1-13', 'any type'));
  if (isAccepted(exchange) && exchange.status !== 201) {
    context.report(unexpected('R-4.3-07', 'created-201', exchange));
  }
  return createdAgents([exchange])[0]?.['id'];
}

/** Decisions 0009 and 0010: agents are active, and listed oldest first. */
async function verifyOrder(context: CheckContext, newest: unknown): Promise<void> {
  const exchange = await context.client.contract.listAgents();
  const agents = agentsOf(exchange);
  const other = agents.find(({ status }) => status !== 'active');
  if (other !== undefined) {
    const actual = `status ${showValue(other['status'])}`;
    context.report({ requirement: 'R-3-01', expected: 'status-active', actual }, exchange);
  }
  const stamps = agents.map((agent) => Date.parse(String(agent['created_at'])));
  const sorted = stamps.every((at, index) => index === 0 || at >= (stamps[index - 1] ?? at));
  if (sorted && (newest === undefined || agents.at(-1)?.['id'] === newest)) return;
  const last = agents.slice(-3).map((agent) => String(agent['created_at']));
  const actual = `created_at of the last agents: ${last.join(', ')}`;
  context.report({ requirement: 'R-4.2-05', expected: 'oldest-first', actual }, exchange);
}

/** Our decisions on creates and lists: 0001 to 0005, 0009 and 0010. */
export const agentsReference: Check = {
  id: 'agents/reference',
  title: 'A create is 201, keeps any type, rejects unknown fields and long texts; lists are oldest first',
  requirements: [
    ...(['R-4.3-07', 'R-4.3-08', 'R-2.1-13', 'R-2.1-14', 'R-2.2-13', 'R-2.2-14', 'R-2.2-15'] as const),
    ...(['R-3-01', 'R-4.2-05'] as const),
  ],
  profile: 'reference',
  run: async (context) => {
    const twin = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
    for (const violation of violationsOf(schemaOf('AgentCreate'), twin)) {
      const requirement = violation.level === 'open' ? decidedClause(violation) : undefined;
      if (requirement === undefined) continue;
      const exchange = await sendInvalidCreate(context, violation.body);
      const reason = ` for ${violation.path || 'the body'} (${violation.rule})`;
      context.report(withReason(verifyErrorResponse(exchange, requirement, 400), reason));
    }
    await verifyOrder(context, await verifyAnyType(context));
  },
};
