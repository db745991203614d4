import { analyticsAsCsv, type PeriodFigures, readAnalytics, readOverview } from '../../services/analytics.ts';
import type { StoreRecord } from '../../db/records.ts';
import { planUseView } from '../../services/plans.ts';
import { listProductFigures } from '../../services/product-figures.ts';
import type { HandlersOf, Schemas } from '../handler.ts';

/** The figures of a store. */
export const analyticsHandlers: HandlersOf<'overview' | 'analytics'> = {
  async getOverview(deps, { store, query }) {
    const overview = await readOverview(deps, store, query.time_zone);
    return { status: 200, body: { ...overview, plan_use: planUseView(store, overview.plan_use) } };
  },

  async getAnalytics(deps, { store, query }) {
    const analytics = await readAnalytics(deps, store, query);
    const before = periodView(store, analytics.before);
    return { status: 200, body: { ...analytics, ...periodView(store, analytics), before } };
  },

  async listProductFigures(deps, { store, query }) {
    return { status: 200, body: { products: await listProductFigures(deps, store, query) } };
  },

  async exportAnalytics(deps, { store, query, response }) {
    const csv = await analyticsAsCsv(deps, store, query);
    const disposition = `attachment; filename="analytics-${query.from}-${query.to}.csv"`;
    response.set({ 'Content-Disposition': disposition, 'Content-Type': 'text/csv; charset=utf-8' });
    response.send(csv);
    return undefined;
  },
};

function periodView(
  store: StoreRecord,
  { total, by_channel, funnel, cost, plan_use, sales }: PeriodFigures,
): Schemas['PeriodFigures'] {
  const rest = { total, by_channel, funnel, cost, sales: [...sales] };
  return { ...rest, plan_use: planUseView(store, plan_use) };
}
