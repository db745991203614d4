import type { Config } from '../config/config.ts';
import type { ModelPrices } from '../config/model-prices.ts';
import { allAgents } from '../db/agents.ts';
import {
  type ConversationSums,
  type FiguresOf,
  readChecklist,
  sumConversations,
  sumTimes,
  sumTokens,
  type TimeSums,
  type TokenSums,
} from '../db/analytics.ts';
import type { Database } from '../db/database.ts';
import { type LatestFailures, readLatestFailures } from '../db/latest-failures.ts';
import type { Channel, Result, StoreRecord } from '../db/records.ts';
import type { Measure } from '../db/reply-times.ts';
import { percentile, timeColumns } from '../db/time-ranges.ts';
import { results } from '../db/results.ts';
import { type Sales, sumOrders } from '../db/orders.ts';
import { type Funnel, readFunnels } from '../db/visits.ts';
import type { FigureRange } from '../db/widget-events.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { listShopChanges, type ShopChange } from './audit.ts';
import { csvOf } from '../support/csv.ts';
import { addDays, dayIn, daysBetween, type DaySpan, daysOf } from '../support/days.ts';
import { invalidQuery, requireDays } from './parse-days.ts';
import { type PlanUse, type PlanUseSummary, summarizePlanUse } from './plans.ts';

export interface AnalyticsDeps {
  readonly database: Database;
  readonly config: Pick<Config, 'modelPrices' | 'retentionDays'>;
  readonly planUse: PlanUse;
  readonly clock: Clock;
}

export interface AnalyticsQuery {
  /** The first and the last day. */
  readonly from: string;
  readonly to: string;
  /** IANA name. */
  readonly time_zone: string;
  readonly agent_id?: string | undefined;
}

/** What `server/dashboard/browser/definitions.json` defines. */
export interface Figures extends Omit<TokenSums, 'day' | 'model' | 'cost_micros'> {
  readonly conversations: number;
  /** Of replies: each has exactly one, so that their sum is that of the results. */
  readonly replies: number;
  readonly results: Readonly<Record<Result, number>>;
  readonly thumbs_up: number;
  readonly thumbs_down: number;
  /** Percentiles in milliseconds; null without a reply. */
  readonly first_token_p50_ms: number | null;
  readonly first_token_p95_ms: number | null;
  readonly reply_p50_ms: number | null;
  readonly reply_p95_ms: number | null;
}

/** The figures of some days. */
export interface PeriodFigures {
  readonly total: Figures;
  readonly by_channel: { channel: Channel; conversations: number; visitors: number }[];
  readonly funnel: Funnel;
  /** Null without prices. */
  readonly cost: { readonly amount: number; readonly currency: string } | null;
  readonly plan_use: PlanUseSummary;
  /** The orders that a chat had a part in. */
  readonly sales: readonly Sales[];
}

export interface Analytics extends PeriodFigures {
  /** The same number of days before. */
  readonly before: PeriodFigures;
  readonly by_day: { day: string; figures: Figures }[];
  readonly changes: ({ day: string } & Omit<ShopChange, 'at'>)[];
  /** Conversations without results, which are from before their last day; null without one. */
  readonly unclassified: { readonly conversations: number; readonly last_day: string } | null;
  /** When the conversations begin that are kept; null where those of both periods are. */
  readonly kept_from: string | null;
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
  const days = listDays(query);
  const daysBefore = listDays({
    ...query,
    from: addDays(query.from, -days.length),
    to: addDays(query.from, -1),
  });
  const of = { storeId: store.id, agentId: query.agent_id };
  const { from: beforeFrom } = rangeOf(daysBefore);
  const range = { ...rangeOf(days), agentId: of.agentId, beforeFrom };
  const funnels = deps.database.readAll((db) => readFunnels(db, store.id, range));
  const [now, before, changes] = await Promise.all([
    readPeriod(
      deps,
      of,
      days,
      funnels.then((both) => both.now),
    ),
    readPeriod(
      deps,
      of,
      daysBefore,
      funnels.then((both) => both.before),
    ),
    listShopChanges(deps.database.reader(store.id), rangeOf(days)),
  ]);
  return {
    ...now.period,
    before: before.period,
    by_day: byDay(days, now.sums),
    changes: changes.map(({ at, ...change }) => ({ day: dayIn(query.time_zone, Date.parse(at)), ...change })),
    unclassified: unclassifiedOf(now.sums.conversations),
    kept_from: keptFromOf(deps, rangeOf(daysBefore)),
  };
}

async function readPeriod(
  deps: AnalyticsDeps,
  of: FiguresOf,
  days: readonly DaySpan[],
  reading: Promise<Funnel>,
): Promise<{ readonly period: PeriodFigures; readonly sums: Sums }> {
  const range = rangeOf(days);
  const [funnel, sums, sales, plan_use] = await Promise.all([
    reading,
    readSums(deps, of, days),
    deps.database.readAll((db) => sumOrders(db, of.storeId, { ...range, agentId: of.agentId })),
    summarizePlanUse(deps, of.storeId, { from: new Date(range.from), to: new Date(range.to) }),
  ]);
  const total = addUp(sums);
  const by_channel = channels.map((channel) => {
    const { conversations } = addUp(sums, (row) => row.channel === channel);
    // A conversation through the API or MCP counts as a visitor of its own.
    return { channel, conversations, visitors: channel === 'widget' ? funnel.asked : conversations };
  });
  const cost = costOf(sums.tokens, deps.config.modelPrices);
  const period = { total, by_channel, funnel, cost, plan_use, sales };
  return { period, sums };
}

function unclassifiedOf(sums: readonly ConversationSums[]): Analytics['unclassified'] {
  const conversations = sums.reduce((sum, { unclassified }) => sum + unclassified, 0);
  const days = sums.flatMap(({ day, unclassified }) => (unclassified > 0 ? day : [])).toSorted();
  const last_day = days.at(-1);
  return last_day === undefined ? null : { conversations, last_day };
}

const dayMs = 86_400_000;

function keptFromOf({ config, clock }: AnalyticsDeps, { from }: { readonly from: string }): string | null {
  if (config.retentionDays === null) return null;
  const keptFrom = new Date(clock.now() - config.retentionDays * dayMs).toISOString();
  return from < keptFrom ? keptFrom : null;
}

/** The figures of a range as CSV, one line a day and channel with conversations. Throws as `readAnalytics`. */
export async function analyticsAsCsv(
  { database }: Pick<AnalyticsDeps, 'database'>,
  store: StoreRecord,
  query: AnalyticsQuery,
): Promise<string> {
  const days = listDays(query);
  const of = { storeId: store.id, agentId: query.agent_id };
  const rows = await database.readAll((db) => sumConversations(db, of, days));
  const groups = Map.groupBy(rows, ({ day, channel }) => `${day} ${channel}`);
  const lines = days.flatMap(({ day }) =>
    channels.map((channel) => {
      const sum = addUp({ conversations: groups.get(`${day} ${channel}`) ?? [], tokens: [], times: [] });
      const { conversations, replies, thumbs_up, thumbs_down } = sum;
      const ofReplies = results.map((result) => sum.results[result]);
      return [day, channel, conversations, replies, ...ofReplies, thumbs_up, thumbs_down];
    }),
  );
  const header = ['day', 'channel', 'conversations', 'replies', ...results, 'thumbs_up', 'thumbs_down'];
  return csvOf(
    header,
    lines.filter(([, , conversations]) => conversations !== 0),
  );
}

export interface Overview {
  /** While the model fails. */
  readonly outage: LatestFailures | null;
  readonly today: Figures;
  readonly yesterday: Figures;
  readonly last_7_days: Figures;
  /** The 7 days before these. */
  readonly week_before: Figures;
  readonly plan_use: PlanUseSummary;
  readonly checklist: {
    readonly catalog_imported: boolean;
    readonly agent_created: boolean;
    readonly chatbot_placed: boolean;
  };
}

/** Today and the last 7 days, today included. Throws ServiceError `invalid_request` for an unknown time zone. */
export async function readOverview(
  deps: AnalyticsDeps,
  { id }: StoreRecord,
  time_zone: string,
): Promise<Overview> {
  requireDays({ timeZone: time_zone });
  const { database, clock } = deps;
  const reader = database.reader(id);
  const today = dayIn(time_zone, clock.now());
  const days = listDays({ from: addDays(today, -13), to: today, time_zone });
  const all = { storeId: id, agentId: undefined };
  const week = rangeOf(days.slice(7));
  const [sums, plan_use, outage, checklist, agents] = await Promise.all([
    readSums(deps, all, days),
    summarizePlanUse(deps, id, { from: new Date(week.from), to: new Date(week.to) }),
    database.readAll((db) => readLatestFailures(db, id, timestamp(clock))),
    readChecklist(reader),
    allAgents(reader),
  ]);
  const figuresOf = (period: readonly DaySpan[]): Figures => {
    const names = new Set(period.map(({ day }) => day));
    return addUp(sums, ({ day }) => names.has(day));
  };
  return {
    outage,
    today: figuresOf(days.slice(13)),
    yesterday: figuresOf(days.slice(12, 13)),
    last_7_days: figuresOf(days.slice(7)),
    week_before: figuresOf(days.slice(0, 7)),
    plan_use,
    checklist: { ...checklist, agent_created: agents.length > 0 },
  };
}

const maxDays = 367;

function listDays({ from, to, time_zone: timeZone }: AnalyticsQuery): DaySpan[] {
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

/** When the days of a query begin and end. Throws as `readAnalytics`. */
export function figureRangeOf(query: AnalyticsQuery): FigureRange {
  return { ...rangeOf(listDays(query)), agentId: query.agent_id };
}

interface Sums {
  readonly conversations: readonly ConversationSums[];
  readonly tokens: readonly TokenSums[];
  readonly times: readonly TimeSums[];
}

async function readSums({ database }: AnalyticsDeps, of: FiguresOf, days: readonly DaySpan[]): Promise<Sums> {
  const [conversations, tokens, times] = await Promise.all([
    database.readAll((db) => sumConversations(db, of, days)),
    database.readAll((db) => sumTokens(db, of, days)),
    database.readAll((db) => sumTimes(db, of, days)),
  ]);
  return { conversations, tokens, times };
}

function byDay(days: readonly DaySpan[], { conversations, tokens, times }: Sums): Analytics['by_day'] {
  const [ofTalks, ofTokens, ofTimes] = [groupByDay(conversations), groupByDay(tokens), groupByDay(times)];
  return days.map(({ day }) => ({
    day,
    figures: addUp({
      conversations: ofTalks.get(day) ?? [],
      tokens: ofTokens.get(day) ?? [],
      times: ofTimes.get(day) ?? [],
    }),
  }));
}

function groupByDay<Row extends { readonly day: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ day }) => day);
}

/** The sum of the rows that match, or of all. Tokens and times are not counted by channel. */
function addUp(
  { conversations, tokens, times }: Sums,
  isOf: (row: { readonly day: string; readonly channel?: Channel }) => boolean = () => true,
): Figures {
  const sum = <Row extends { readonly day: string }>(
    rows: readonly Row[],
    valueOf: (row: Row) => number,
  ): number => rows.reduce((total, row) => total + (isOf(row) ? valueOf(row) : 0), 0);
  const counts = results.map((result) => [result, sum(conversations, (row) => row[result])] as const);
  const timesOf = (of: Measure): number[] => {
    const rows = times.filter(({ measure }) => measure === of);
    return timeColumns.map((column) => sum(rows, (row) => row[column] ?? 0));
  };
  const [firstTokens, wholeReplies] = [timesOf('first_token'), timesOf('reply')];
  return {
    conversations: sum(conversations, (row) => row.conversations),
    replies: counts.reduce((all, [, count]) => all + count, 0),
    // Every result has its entry.
    results: Object.fromEntries(counts) as Figures['results'],
    thumbs_up: sum(conversations, (row) => row.thumbs_up),
    thumbs_down: sum(conversations, (row) => row.thumbs_down),
    first_token_p50_ms: percentile(firstTokens, 0.5),
    first_token_p95_ms: percentile(firstTokens, 0.95),
    reply_p50_ms: percentile(wholeReplies, 0.5),
    reply_p95_ms: percentile(wholeReplies, 0.95),
    input_tokens: sum(tokens, (row) => row.input_tokens),
    output_tokens: sum(tokens, (row) => row.output_tokens),
  };
}

/** Null where nothing has a price. */
function costOf(tokens: readonly TokenSums[], prices: ModelPrices): Analytics['cost'] {
  const micros = tokens.reduce((sum, { cost_micros: cost }) => sum + cost, 0);
  return prices.size === 0 && micros === 0 ? null : { amount: micros / 1e6, currency: 'USD' };
}
