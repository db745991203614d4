import type { Config } from '../config/config.ts';
import type { ModelPrices } from '../config/model-prices.ts';
import { allAgents } from '../db/agents.ts';
import type { Database } from '../db/database.ts';
import type { Channel, StoreRecord } from '../db/records.ts';
import type { ConversationSums, LatestFailures, ReplyTimes, TokenSums } from '../db/figure-repositories.ts';
import type { Repositories } from '../db/repositories.ts';
import type { Clock } from '../support/clock.ts';
import { csvOf } from '../support/csv.ts';
import { addDays, dayIn, daysBetween, type DaySpan, daysOf } from '../support/days.ts';
import { addUpDays } from './day-sums.ts';
import { invalidQuery, requireDays } from './parse-days.ts';
import { type PlanUse, type PlanUseSummary, summarizePlanUse } from './plans.ts';

interface AnalyticsDeps {
  readonly repositories: Pick<Repositories, 'analytics' | 'widgetEvents' | 'requestHours'>;
  readonly database: Pick<Database, 'reader'>;
  readonly config: Pick<Config, 'modelPrices' | 'retentionDays'>;
  readonly planUse: PlanUse;
  readonly clock: Clock;
}

export interface AnalyticsQuery {
  /** The first and the last day. */
  readonly from: string;
  readonly to: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly agentId: string | undefined;
}

/** What `server/dashboard/browser/definitions.ts` defines. */
export type DayFigures = Omit<ConversationSums, 'day' | 'channel'> &
  Omit<TokenSums, 'day' | 'model' | 'costMicros'>;
export type Figures = DayFigures & ReplyTimes & { readonly visitors: number };

export interface Analytics {
  readonly total: Figures;
  readonly byChannel: readonly {
    readonly channel: Channel;
    readonly conversations: number;
    readonly visitors: number;
  }[];
  readonly byDay: readonly { readonly day: string; readonly figures: DayFigures }[];
  readonly funnel: {
    readonly opened: number;
    readonly asked: number;
    readonly productShown: number;
    readonly productClicked: number;
    readonly productAdded: number;
  };
  /** In US dollars; null without prices. */
  readonly cost: number | null;
  readonly planUse: PlanUseSummary;
  /** When the conversations begin that are kept; null where those of the whole range are. */
  readonly keptFrom: string | null;
}

const channels = ['widget', 'api', 'mcp'] as const;

/**
 * The figures of a range of days. Throws ServiceError `invalid_request` for an unknown time zone, a day that does not
 * exist, and a range that is empty or longer than 367 days.
 */
export async function readAnalytics(
  deps: AnalyticsDeps,
  store: StoreRecord,
  query: AnalyticsQuery,
): Promise<Analytics> {
  const { widgetEvents } = deps.repositories;
  const days = listDays(query);
  const range = { ...rangeOf(days), agentId: query.agentId };
  const [sums, rest, opened, productShown, productClicked, productAdded, planUse] = await Promise.all([
    readSums(deps, store.id, days, query.agentId),
    readFromRows(deps, store.id, range),
    widgetEvents.countVisitors(store.id, 'opened', range),
    widgetEvents.countVisitors(store.id, 'product_shown', range),
    widgetEvents.countVisitors(store.id, 'product_clicked', range),
    widgetEvents.countVisitors(store.id, 'product_added', range),
    summarizePlanUse(deps, store.id, { from: new Date(range.from), to: new Date(range.to) }),
  ]);
  const total = figuresOf(sums, rest);
  return {
    total,
    byChannel: channels.map((channel) => {
      const { conversations } = addUp(sums, { channel });
      return { channel, conversations, visitors: channel === 'widget' ? rest.visitors : conversations };
    }),
    byDay: byDay(days, sums),
    funnel: { opened, asked: rest.visitors, productShown, productClicked, productAdded },
    cost: costOf(sums.tokens, deps.config.modelPrices),
    planUse,
    keptFrom: keptFromOf(deps, range),
  };
}

const dayMs = 86_400_000;

function keptFromOf({ config, clock }: AnalyticsDeps, { from }: { readonly from: string }): string | null {
  if (config.retentionDays === null) return null;
  const keptFrom = new Date(clock.now() - config.retentionDays * dayMs).toISOString();
  return from < keptFrom ? keptFrom : null;
}

/** The figures of a range as CSV, one line a day and channel with conversations. Throws as `readAnalytics`. */
export async function analyticsAsCsv(
  { repositories }: AnalyticsDeps,
  store: StoreRecord,
  query: AnalyticsQuery,
): Promise<string> {
  const { analytics } = repositories;
  const days = listDays(query);
  const rows = await addUpDays(days, {
    fromHours: (spans) => analytics.sumConversations(store.id, spans, query.agentId),
    fromRows: (spans) => analytics.countConversations(store.id, spans, query.agentId),
  });
  const keyOf = (day: string, channel: Channel): string => `${day} ${channel}`;
  const groups = Map.groupBy(rows, ({ day, channel }) => keyOf(day, channel));
  const lines = days.flatMap(({ day }) =>
    channels.map((channel) => {
      const sum = addUp({ conversations: groups.get(keyOf(day, channel)) ?? [], tokens: [] }, {});
      return [day, channel, sum.conversations, sum.answered, sum.unanswered, sum.thumbsUp, sum.thumbsDown];
    }),
  );
  const header = 'day,channel,conversations,answered,unanswered,thumbs_up,thumbs_down'.split(',');
  return csvOf(
    header,
    lines.filter(([, , conversations]) => conversations !== 0),
  );
}

export interface Overview {
  /** While the model fails. */
  readonly outage: LatestFailures | null;
  readonly today: Figures;
  readonly last7Days: Figures;
  readonly planUse: PlanUseSummary;
  readonly latestUnanswered: Awaited<ReturnType<Repositories['analytics']['listUnanswered']>>;
  readonly checklist: {
    readonly catalogImported: boolean;
    readonly agentCreated: boolean;
    readonly chatbotPlaced: boolean;
  };
}

const maxUnanswered = 5;

/** Today and the last 7 days, today included. Throws ServiceError `invalid_request` for an unknown time zone. */
export async function readOverview(
  deps: AnalyticsDeps,
  store: StoreRecord,
  timeZone: string,
): Promise<Overview> {
  requireDays({ timeZone });
  const { analytics } = deps.repositories;
  const today = dayIn(timeZone, deps.clock.now());
  const days = listDays({ from: addDays(today, -6), to: today, timeZone });
  const week = rangeOf(days);
  const [sums, ofToday, ofWeek, planUse, latestUnanswered, outage, checklist, ownAgents] = await Promise.all([
    readSums(deps, store.id, days, undefined),
    readFromRows(deps, store.id, { ...rangeOf(days.slice(-1)), agentId: undefined }),
    readFromRows(deps, store.id, { ...week, agentId: undefined }),
    summarizePlanUse(deps, store.id, { from: new Date(week.from), to: new Date(week.to) }),
    analytics.listUnanswered(store.id, maxUnanswered),
    analytics.readLatestFailures(store.id, new Date(deps.clock.now() - dayMs).toISOString()),
    analytics.readChecklist(store.id),
    allAgents(deps.database.reader(store.id)),
  ]);
  return {
    outage,
    today: figuresOf(sums, ofToday, today),
    last7Days: figuresOf(sums, ofWeek),
    planUse,
    latestUnanswered,
    checklist: {
      catalogImported: checklist.hasProducts,
      agentCreated: ownAgents.length > 0,
      chatbotPlaced: checklist.hasPlacedChatbot,
    },
  };
}

const maxDays = 367;

function listDays({ from, to, timeZone }: Omit<AnalyticsQuery, 'agentId'>): DaySpan[] {
  requireDays({ from, to, timeZone });
  const count = daysBetween(from, to) + 1;
  if (count > maxDays) throw invalidQuery(`to must be at most ${maxDays - 1} days after from`);
  return daysOf(from, count, timeZone);
}

function rangeOf(days: readonly DaySpan[]): { readonly from: string; readonly to: string } {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw new Error('a range has a day');
  return { from: first.from, to: last.to };
}

interface Sums {
  readonly conversations: readonly ConversationSums[];
  readonly tokens: readonly TokenSums[];
}

async function readSums(
  { repositories: { analytics } }: AnalyticsDeps,
  storeId: string,
  days: readonly DaySpan[],
  agentId: string | undefined,
): Promise<Sums> {
  const [conversations, tokens] = await Promise.all([
    addUpDays(days, {
      fromHours: (spans) => analytics.sumConversations(storeId, spans, agentId),
      fromRows: (spans) => analytics.countConversations(storeId, spans, agentId),
    }),
    addUpDays(days, {
      fromHours: (spans) => analytics.sumTokens(storeId, spans, agentId),
      fromRows: (spans) => analytics.countTokens(storeId, spans, agentId),
    }),
  ]);
  return { conversations, tokens };
}

type FromRows = ReplyTimes & { readonly visitors: number };

/** `visitors` are those of the widget. */
async function readFromRows(
  { repositories: { analytics } }: AnalyticsDeps,
  storeId: string,
  range: { readonly from: string; readonly to: string; readonly agentId: string | undefined },
): Promise<FromRows> {
  const [visitors, times] = await Promise.all([
    analytics.countVisitors(storeId, range),
    analytics.readReplyTimes(storeId, range),
  ]);
  return { visitors, ...times };
}

function figuresOf(sums: Sums, { visitors, ...times }: FromRows, day?: string): Figures {
  const ofDay = day === undefined ? {} : { day };
  const total = addUp(sums, ofDay);
  const inWidget = addUp(sums, { ...ofDay, channel: 'widget' }).conversations;
  // A conversation through the API or MCP counts as a visitor of its own.
  return { ...total, ...times, visitors: visitors + total.conversations - inWidget };
}

function byDay(days: readonly DaySpan[], { conversations, tokens }: Sums): Analytics['byDay'] {
  const conversationsOf = Map.groupBy(conversations, ({ day }) => day);
  const tokensOf = Map.groupBy(tokens, ({ day }) => day);
  return days.map(({ day }) => {
    const sums = { conversations: conversationsOf.get(day) ?? [], tokens: tokensOf.get(day) ?? [] };
    return { day, figures: addUp(sums, {}) };
  });
}

/** The sum of a day, of a channel, or of all. Tokens are not counted by channel. */
function addUp(
  { conversations, tokens }: Sums,
  { day, channel }: { readonly day?: string; readonly channel?: Channel },
): DayFigures {
  const talks = conversations.filter(
    (row) => (day ?? row.day) === row.day && (channel ?? row.channel) === row.channel,
  );
  const replies = tokens.filter((row) => (day ?? row.day) === row.day);
  const sum = <Row>(rows: readonly Row[], valueOf: (row: Row) => number): number =>
    rows.reduce((total, row) => total + valueOf(row), 0);
  return {
    conversations: sum(talks, (row) => row.conversations),
    answered: sum(talks, (row) => row.answered),
    unanswered: sum(talks, (row) => row.unanswered),
    thumbsUp: sum(talks, (row) => row.thumbsUp),
    thumbsDown: sum(talks, (row) => row.thumbsDown),
    inputTokens: sum(replies, (row) => row.inputTokens),
    outputTokens: sum(replies, (row) => row.outputTokens),
  };
}

/** In US dollars; null where nothing has a price. */
function costOf(tokens: readonly TokenSums[], prices: ModelPrices): number | null {
  const micros = tokens.reduce((cost, { costMicros }) => cost + costMicros, 0);
  return prices.size === 0 && micros === 0 ? null : micros / 1e6;
}
