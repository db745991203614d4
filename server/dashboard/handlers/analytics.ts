import {
  analyticsAsCsv,
  type Figures,
  type PeriodFigures,
  readAnalytics,
  readOverview,
} from '../../services/analytics.ts';
import type { StoreRecord } from '../../db/records.ts';
import { planUseView } from '../../services/plans.ts';
import { listProductFigures } from '../../services/product-figures.ts';
import type { HandlersOf, Schemas } from '../handler.ts';

/** The figures of a store. */
export const analyticsHandlers: HandlersOf<'overview' | 'analytics'> = {
  async getOverview(deps, { store, query }) {
    const overview = await readOverview(deps, store, query.time_zone);
    const body = {
      ...overview,
      today: figuresView(overview.today),
      yesterday: figuresView(overview.yesterday),
      last_7_days: figuresView(overview.last_7_days),
      week_before: figuresView(overview.week_before),
      plan_use: planUseView(store, overview.plan_use),
    };
    return { status: 200, body };
  },

  async getAnalytics(deps, { store, query }) {
    const analytics = await readAnalytics(deps, store, query);
    const body = {
      ...analytics,
      ...periodView(store, analytics),
      before: periodView(store, analytics.before),
    };
    return { status: 200, body };
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
  { total, by_channel, funnel, satisfaction, cost, plan_use, sales }: PeriodFigures,
): Schemas['PeriodFigures'] {
  const rest = { by_channel, funnel, satisfaction, cost, sales: [...sales] };
  return { ...rest, total: figuresView(total), plan_use: planUseView(store, plan_use) };
}

function figuresView(figures: Figures): Schemas['Figures'] {
  return {
    ...figures,
    first_token_p50_ms: rounded(figures.first_token_p50_ms),
    first_token_p95_ms: rounded(figures.first_token_p95_ms),
    reply_p50_ms: rounded(figures.reply_p50_ms),
    reply_p95_ms: rounded(figures.reply_p95_ms),
  };
}

function rounded(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.round(milliseconds);
}
