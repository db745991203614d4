import type { RequirementId } from '../../../generated/requirements.ts';
import type { CheckContext, Finding } from '../../check.ts';
import { type AgentCreate, isAccepted } from '../../exchange.ts';
import { notAccepted, sendCreate, verifyAccepted } from './create.ts';

/** Sends creates whose values must be kept. */
export interface KeptCases {
  /** The findings of an accepted create; undefined where it was rejected. */
  readonly verify: (body: AgentCreate) => Promise<readonly Finding[] | undefined>;
  /** The findings of a create whose rejection violates a clause; `what` was sent. */
  readonly verifyAccepted: (
    body: AgentCreate,
    clause: RequirementId,
    what: string,
  ) => Promise<readonly Finding[]>;
}

export function keptCases(context: CheckContext): KeptCases {
  const { findingsOf } = context.model;
  return {
    verify: async (body) => {
      const exchange = await sendCreate(context, body);
      if (isAccepted(exchange)) return findingsOf(exchange);
      // A limit that the source leaves open is a 4xx.
      return exchange.status < 500 ? undefined : [notAccepted(exchange, 'R-4.3-10', 'a valid create')];
    },
    verifyAccepted: async (body, clause, what) => {
      const exchange = await sendCreate(context, body);
      return [...verifyAccepted(exchange, clause, what), ...findingsOf(exchange)];
    },
  };
}
