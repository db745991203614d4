import type { StoreRecord } from '../../db/records.ts';
import { describePlan, limitsOf, type PlanUseSummary } from '../../services/plans.ts';
import type { HandlersOf, Schemas } from '../handler.ts';

/** The plan of a store. */
export const planHandlers: HandlersOf<'plan'> = {
  async getPlan(deps, { store }) {
    const { limits, agents, last30Days, spent, monthlyCap } = await describePlan(deps, store);
    const plan = {
      plan: store.plan,
      requests_per_minute: limits.requestsPerMinute,
      agents,
      agent_limit: limits.agents,
      last_30_days: planUseView(store, last30Days),
      spending: {
        amount: spent,
        cap: monthlyCap,
        currency: 'USD',
        has_prices: deps.config.modelPrices.size > 0,
      },
    };
    return { status: 200, body: plan };
  },
};

/** The use of a store's plan beside its limit. */
export function planUseView(store: StoreRecord, use: PlanUseSummary): Schemas['PlanUse'] {
  return {
    requests: use.requests,
    requests_per_minute: limitsOf(store).requestsPerMinute,
    peak_requests_per_minute: use.peak_requests,
    peak_at: use.peak_at,
    rejected: use.rejected,
  };
}
