import type { RequirementId } from '../../../generated/requirements.ts';
import type { CheckContext, Finding } from '../../check.ts';
import { type AgentCreate, type Exchange, isAccepted } from '../../exchange.ts';
import type { Agent } from '../../model/agent-fields.ts';
import { createdAgents, notAccepted, sendCreate, verifyAccepted } from './create.ts';
import { verifyCreated } from '../../model/verify-created.ts';
import { verifyListWith } from '../../model/verify-list.ts';

/** Sends creates whose values must be kept, and collects the created agents. */
export interface KeptCases {
  /** The findings of an accepted create; undefined where it was rejected. */
  readonly verify: (body: AgentCreate) => Promise<readonly Finding[] | undefined>;
  /** The findings of a create whose rejection violates a clause; `what` was sent. */
  readonly verifyAccepted: (
    body: AgentCreate,
    clause: RequirementId,
    what: string,
  ) => Promise<readonly Finding[]>;
  /** Verifies that the list has every agent created so far. */
  readonly verifyInList: () => Promise<void>;
}

export function keptCases(context: CheckContext): KeptCases {
  const created: Agent[] = [];
  const create = async (body: AgentCreate): Promise<Exchange> => {
    const exchange = await sendCreate(context, body);
    created.push(...createdAgents([exchange]));
    return exchange;
  };
  return {
    verify: async (body) => {
      const exchange = await create(body);
      if (isAccepted(exchange)) return verifyCreated(exchange);
      // A limit that the source leaves open is a 4xx.
      return exchange.status < 500 ? undefined : [notAccepted(exchange, 'R-4.3-10', 'a valid create')];
    },
    verifyAccepted: async (body, clause, what) => verifyAccepted(await create(body), clause, what),
    verifyInList: async () => {
      const exchange = await verifyListWith(context, created);
      const ids = created.map(({ id }) => id);
      const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
      if (repeated === undefined) return;
      const actual = `several agents with id ${JSON.stringify(repeated)}`;
      context.report({ requirement: 'R-2.1-01', expected: 'unique ids', actual }, exchange);
    },
  };
}
