import type { StoreRecord } from '../../db/records.ts';
import { limitsOf, type PlanUseSummary, summarizePlanUse } from '../../services/plans.ts';
import type { HandlersOf, Schemas } from '../handler.ts';

const planDaysMs = 30 * 24 * 60 * 60 * 1000;

/** The plan of a store. */
export const planHandlers: HandlersOf<'plan'> = {
  async getPlan(deps, { store }) {
    const now = deps.clock.now();
    const range = { from: new Date(now - planDaysMs), to: new Date(now + 1) };
    const use = await summarizePlanUse(deps, store.id, range);
    const limits = limitsOf(store);
    const plan = {
      plan: store.plan,
      requests_per_minute: limits.requestsPerMinute,
      agents: (await deps.repositories.agents.list(store.id)).length,
      agent_limit: limits.agents,
      last_30_days: planUseView(store, use),
    };
    return { status: 200, body: plan };
  },
};

/** The use of a store's plan beside its limit. */
export function planUseView(store: StoreRecord, use: PlanUseSummary): Schemas['PlanUse'] {
  return {
    requests: use.requests,
    requests_per_minute: limitsOf(store).requestsPerMinute,
    peak_requests_per_minute: use.peakRequests,
    peak_at: use.peakAt,
    rejected: use.rejected,
  };
}
