import { plans } from '../../generated/plans.ts';
import type { StoreRecord } from '../db/records.ts';

export interface StoreLimits {
  /** Requests in any 60 seconds; null: no limit. */
  readonly requestsPerMinute: number | null;
  /** Agents that the store may hold; null: no limit. */
  readonly agents: number | null;
}

/** The limits of a store: its own, else its plan's. Enterprise has only those agreed for the store (source 8). */
export function limitsOf(store: Pick<StoreRecord, 'plan' | 'requestsPerMinute' | 'agentLimit'>): StoreLimits {
  const plan = plans[store.plan];
  return {
    requestsPerMinute: store.requestsPerMinute ?? plan?.requestsPerMinute ?? null,
    agents: store.agentLimit ?? plan?.agents ?? null,
  };
}
