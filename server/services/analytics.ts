import type { Config } from '../config/config.ts';
import type { ModelPrices } from '../config/model-prices.ts';
import { allAgents } from '../db/agents.ts';
import {
  type ConversationSums,
  countConversations,
  countTokens,
  countVisitors,
  type FiguresOf,
  listUnanswered,
  readChecklist,
  readReplyTimes,
  type ReplyTimes,
  sumConversations,
  sumTokens,
  type TokenSums,
  type UnansweredQuestion,
} from '../db/analytics.ts';
import type { Database } from '../db/database.ts';
import { type LatestFailures, readLatestFailures } from '../db/latest-failures.ts';
import type { Channel, StoreRecord } from '../db/records.ts';
import { countEventVisitors, type FigureRange, type WidgetEventRecord } from '../db/widget-events.ts';
import type { Clock } from '../support/clock.ts';
import { csvOf } from '../support/csv.ts';
import { addDays, dayIn, daysBetween, type DaySpan, daysOf } from '../support/days.ts';
import { addUpDays } from './day-sums.ts';
import { invalidQuery, requireDays } from './parse-days.ts';
import { type PlanUse, type PlanUseSummary, summarizePlanUse } from './plans.ts';

interface AnalyticsDeps {
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
export type DayFigures = Omit<ConversationSums, 'day' | 'channel'> &
  Omit<TokenSums, 'day' | 'model' | 'cost_micros'>;
export type Figures = DayFigures & ReplyTimes & { readonly visitors: number };

export interface Analytics {
  readonly total: Figures;
  readonly by_channel: { channel: Channel; conversations: number; visitors: number }[];
  readonly by_day: { day: string; figures: DayFigures }[];
  readonly funnel: {
    readonly opened: number;
    readonly asked: number;
    readonly product_shown: number;
    readonly product_clicked: number;
    readonly product_added: number;
  };
  readonly satisfaction: { readonly share: number | null; readonly rated: number };
  /** Null without prices. */
  readonly cost: { readonly amount: number; readonly currency: string } | null;
  readonly plan_use: PlanUseSummary;
  /** When the conversations begin that are kept; null where those of the whole range are. */
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
  const of = { storeId: store.id, agentId: query.agent_id };
  const range = { ...rangeOf(days), agentId: query.agent_id };
  const reader = deps.database.reader(store.id);
  const didEvent = (type: WidgetEventRecord['type']) => countEventVisitors(reader, type, range);
  const [sums, rest, opened, product_shown, product_clicked, product_added, plan_use] = await Promise.all([
    readSums(deps, of, days),
    readFromRows(deps, store.id, range),
    didEvent('opened'),
    didEvent('product_shown'),
    didEvent('product_clicked'),
    didEvent('product_added'),
    summarizePlanUse(deps, store.id, { from: new Date(range.from), to: new Date(range.to) }),
  ]);
  const total = figuresOf(sums, rest);
  return {
    total,
    by_channel: channels.map((channel) => {
      const { conversations } = addUp(sums, { channel });
      return { channel, conversations, visitors: channel === 'widget' ? rest.visitors : conversations };
    }),
    by_day: byDay(days, sums),
    funnel: { opened, asked: rest.visitors, product_shown, product_clicked, product_added },
    satisfaction: satisfactionOf(total),
    cost: costOf(sums.tokens, deps.config.modelPrices),
    plan_use,
    kept_from: keptFromOf(deps, range),
  };
}

function satisfactionOf({ thumbs_up: up, thumbs_down: down }: DayFigures): Analytics['satisfaction'] {
  const rated = up + down;
  return { share: rated === 0 ? null : up / rated, rated };
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
  const rows = await readConversationSums(database, { storeId: store.id, agentId: query.agent_id }, days);
  const keyOf = (day: string, channel: Channel): string => `${day} ${channel}`;
  const groups = Map.groupBy(rows, ({ day, channel }) => keyOf(day, channel));
  const lines = days.flatMap(({ day }) =>
    channels.map((channel) => {
      const sum = addUp({ conversations: groups.get(keyOf(day, channel)) ?? [], tokens: [] }, {});
      return [day, channel, sum.conversations, sum.answered, sum.unanswered, sum.thumbs_up, sum.thumbs_down];
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
  readonly last_7_days: Figures;
  readonly plan_use: PlanUseSummary;
  readonly latest_unanswered: UnansweredQuestion[];
  readonly checklist: {
    readonly catalog_imported: boolean;
    readonly agent_created: boolean;
    readonly chatbot_placed: boolean;
  };
}

const maxUnanswered = 5;

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
  const days = listDays({ from: addDays(today, -6), to: today, time_zone });
  const week = rangeOf(days);
  const yesterday = new Date(clock.now() - dayMs).toISOString();
  const all = { storeId: id, agentId: undefined };
  const [sums, ofToday, ofWeek, plan_use, latest_unanswered, outage, checklist, agents] = await Promise.all([
    readSums(deps, all, days),
    readFromRows(deps, id, { ...rangeOf(days.slice(-1)), agentId: undefined }),
    readFromRows(deps, id, { ...week, agentId: undefined }),
    summarizePlanUse(deps, id, { from: new Date(week.from), to: new Date(week.to) }),
    database.readAll((db) => listUnanswered(db, id, maxUnanswered)),
    database.readAll((db) => readLatestFailures(db, id, yesterday)),
    readChecklist(reader),
    allAgents(reader),
  ]);
  return {
    outage,
    today: figuresOf(sums, ofToday, today),
    last_7_days: figuresOf(sums, ofWeek),
    plan_use,
    latest_unanswered,
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

interface Sums {
  readonly conversations: readonly ConversationSums[];
  readonly tokens: readonly TokenSums[];
}

async function readSums({ database }: AnalyticsDeps, of: FiguresOf, days: readonly DaySpan[]): Promise<Sums> {
  const [conversations, tokens] = await Promise.all([
    readConversationSums(database, of, days),
    addUpDays(days, {
      fromHours: (spans) => database.readAll((db) => sumTokens(db, of, spans)),
      fromRows: (spans) => database.readAll((db) => countTokens(db, of, spans)),
    }),
  ]);
  return { conversations, tokens };
}

function readConversationSums(
  database: Database,
  of: FiguresOf,
  days: readonly DaySpan[],
): Promise<readonly ConversationSums[]> {
  return addUpDays(days, {
    fromHours: (spans) => database.readAll((db) => sumConversations(db, of, spans)),
    fromRows: (spans) => database.readAll((db) => countConversations(db, of, spans)),
  });
}

type FromRows = ReplyTimes & { readonly visitors: number };

/** `visitors` are those of the widget. */
async function readFromRows(
  { database }: AnalyticsDeps,
  storeId: string,
  range: FigureRange,
): Promise<FromRows> {
  const [visitors, times] = await Promise.all([
    countVisitors(database.reader(storeId), range),
    database.readAll((db) => readReplyTimes(db, storeId, range)),
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

function byDay(days: readonly DaySpan[], { conversations, tokens }: Sums): Analytics['by_day'] {
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
    thumbs_up: sum(talks, (row) => row.thumbs_up),
    thumbs_down: sum(talks, (row) => row.thumbs_down),
    input_tokens: sum(replies, (row) => row.input_tokens),
    output_tokens: sum(replies, (row) => row.output_tokens),
  };
}

/** Null where nothing has a price. */
function costOf(tokens: readonly TokenSums[], prices: ModelPrices): Analytics['cost'] {
  const micros = tokens.reduce((sum, { cost_micros: cost }) => sum + cost, 0);
  return prices.size === 0 && micros === 0 ? null : { amount: micros / 1e6, currency: 'USD' };
}
