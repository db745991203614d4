import type { RequirementId } from '../../../generated/requirements.ts';
import type { Check, CheckContext } from '../../check.ts';
import { isObject, type Exchange, isAccepted } from '../../exchange.ts';
import { nearId } from '../near-miss/near-ids.ts';
import { isSameInstant } from '../../model/agent-fields.ts';
import { hasMorePages, verifyListed } from '../../model/verify-list.ts';
import { createdAgents, markOf, sendInvalidCreate } from './create.ts';

/** Values that the client may not choose, and the clause that a service violates by taking one. */
function chosen(id: string): Readonly<Record<string, readonly [clause: RequirementId, value: string]>> {
  return {
    id: ['R-2.1-02', id],
    created_at: ['R-2.1-10', '2001-02-03T04:05:06Z'],
    updated_at: ['R-2.1-11', '2001-02-03T04:05:06Z'],
  };
}

/** Columns of a table of agents, which frameworks fill from a body. As unknown fields they are rejected or ignored. */
const columns = {
  ...Object.fromEntries(['store', 'tenant', 'account', 'user'].map((owner) => [`${owner}_id`, '2'])),
  storeId: '2',
  tenantId: '2',
  deleted_at: '2001-02-03T04:05:06Z',
  is_deleted: true,
  deleted: true,
};

/**
 * Sends a create with fields that the service assigns: what it does with them is open, but it does not take them. Returns
 * the create.
 */
async function verifyChosen(
  context: CheckContext,
  id: string,
  what: string,
  others: Readonly<Record<string, unknown>> = {},
): Promise<Exchange> {
  const values = chosen(id);
  const plain = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
  const sent = Object.fromEntries(Object.entries(values).map(([name, [, value]]) => [name, value]));
  const exchange = await sendInvalidCreate(context, { ...plain, ...sent, ...others });
  if (!isAccepted(exchange) || !isObject(exchange.json)) {
    context.observe('R-4.3-08', `a create with ${what}, created_at and updated_at is ${exchange.status}`);
    return exchange;
  }
  for (const [name, [requirement, value]] of Object.entries(values)) {
    if (!isSameInstant(exchange.json[name], value)) continue;
    const expected = ['assigned-not-taken-from-body', name] as const;
    context.report({ requirement, expected, actual: `${name} ${JSON.stringify(value)}, as sent` }, exchange);
  }
  return exchange;
}

/** Source 2.1: the service assigns the id and the timestamps. */
export const assignedFields: Check = {
  id: 'agents/assigned-fields',
  title: 'A create does not choose its id or its timestamps, nor its store',
  requirements: ['R-2.1-02', 'R-2.1-10', 'R-2.1-11', 'R-4.2-02', 'R-4.2-07', 'R-4.3-08'],
  profile: 'full',
  run: async (context) => {
    const [agent] = context.model.made().agents;
    const known = String(agent?.['id'] ?? 'agent-1');
    if (context.isWhole) await verifyChosen(context, known, 'the id of an agent');
    const created = await verifyChosen(context, nearId(known), 'an id of its own', columns);
    // What is not ignored could move or hide the agent. The model knows creates of known fields only.
    const list = await context.client.contract.listAgents();
    if (hasMorePages(list)) return;
    for (const finding of verifyListed(createdAgents([created]), list)) context.report(finding);
  },
};
