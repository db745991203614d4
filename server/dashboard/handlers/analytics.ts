import {
  type Analytics,
  analyticsAsCsv,
  type DayFigures,
  type Figures,
  readAnalytics,
  readOverview,
} from '../../services/analytics.ts';
import type { Call, HandlersOf, Schemas } from '../handler.ts';
import { planUseView } from './plan.ts';

/** The figures of a store. */
export const analyticsHandlers: HandlersOf<'overview' | 'analytics'> = {
  async getOverview(deps, { store, query }) {
    const overview = await readOverview(deps, store, query.time_zone);
    const { catalogImported, agentCreated, chatbotPlaced } = overview.checklist;
    const body = {
      outage: overview.outage,
      today: figuresView(overview.today),
      last_7_days: figuresView(overview.last7Days),
      plan_use: planUseView(store, overview.planUse),
      latest_unanswered: overview.latestUnanswered.map(({ conversationId, question, at }) => ({
        conversation_id: conversationId,
        question,
        at,
      })),
      checklist: {
        catalog_imported: catalogImported,
        agent_created: agentCreated,
        chatbot_placed: chatbotPlaced,
      },
    };
    return { status: 200, body };
  },

  async getAnalytics(deps, call) {
    const analytics = await readAnalytics(deps, call.store, queryOf(call));
    const body = {
      ...analyticsView(analytics),
      plan_use: planUseView(call.store, analytics.planUse),
    };
    return { status: 200, body };
  },

  async exportAnalytics(deps, call) {
    const csv = await analyticsAsCsv(deps, call.store, queryOf(call));
    const { from, to } = call.query;
    const disposition = `attachment; filename="analytics-${from}-${to}.csv"`;
    call.response.set({ 'Content-Disposition': disposition, 'Content-Type': 'text/csv; charset=utf-8' });
    call.response.send(csv);
    return undefined;
  },
};

function queryOf({ query }: Pick<Call<'getAnalytics' | 'exportAnalytics'>, 'query'>) {
  const { from, to, time_zone: timeZone, agent_id: agentId } = query;
  return { from, to, timeZone, agentId };
}

function analyticsView(analytics: Analytics): Omit<Schemas['Analytics'], 'plan_use'> {
  const { total, funnel, cost } = analytics;
  const rated = total.thumbsUp + total.thumbsDown;
  return {
    total: figuresView(total),
    by_channel: [...analytics.byChannel],
    by_day: analytics.byDay.map(({ day, figures }) => ({ day, figures: dayFiguresView(figures) })),
    funnel: {
      opened: funnel.opened,
      asked: funnel.asked,
      product_shown: funnel.productShown,
      product_clicked: funnel.productClicked,
      product_added: funnel.productAdded,
    },
    satisfaction: { share: rated === 0 ? null : total.thumbsUp / rated, rated },
    kept_from: analytics.keptFrom,
    cost: cost === null ? null : { amount: cost, currency: 'USD' },
  };
}

function figuresView(figures: Figures): Schemas['Figures'] {
  return {
    ...dayFiguresView(figures),
    visitors: figures.visitors,
    first_word_p50_ms: rounded(figures.firstWordP50Ms),
    first_word_p95_ms: rounded(figures.firstWordP95Ms),
    reply_p50_ms: rounded(figures.replyP50Ms),
    reply_p95_ms: rounded(figures.replyP95Ms),
  };
}

function dayFiguresView(figures: DayFigures): Schemas['DayFigures'] {
  return {
    conversations: figures.conversations,
    answered: figures.answered,
    unanswered: figures.unanswered,
    thumbs_up: figures.thumbsUp,
    thumbs_down: figures.thumbsDown,
    input_tokens: figures.inputTokens,
    output_tokens: figures.outputTokens,
  };
}

function rounded(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.round(milliseconds);
}
