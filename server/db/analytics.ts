import type { Knex } from 'knex';
import type { DaySpan } from '../support/days.ts';
import { conversationSums } from './conversation-sums.ts';
import { quarterOf } from './hourly-sums.ts';
import type { StoreReader } from './database.ts';
import type { Channel } from './records.ts';
import type { FigureRange } from './widget-events.ts';

// What the dashboard counts, from sums of quarters of an hour and from indexed rows. Test conversations are excluded, and days without
// conversations have no row.

/** Whose figures are read, of one agent or of all. */
export interface FiguresOf {
  readonly storeId: string;
  readonly agentId: string | undefined;
}

/** What is added up of conversations: `unclassified` are those that were deleted before their results were stored. */
export const summed = [...conversationSums, 'unclassified'] as const;

/** Figures of the conversations that began in the spans of a day. */
export interface ConversationSums extends Readonly<Record<(typeof summed)[number], number>> {
  readonly day: string;
  readonly channel: Channel;
}

/** Tokens of the conversations that began in the spans of a day. */
export interface TokenSums {
  readonly day: string;
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** In millionths of a US dollar. */
  readonly cost_micros: number;
}

/** Interpolated percentiles in milliseconds, with fractions; null without a reply. */
export interface ReplyTimes {
  readonly first_token_p50_ms: number | null;
  readonly first_token_p95_ms: number | null;
  readonly reply_p50_ms: number | null;
  readonly reply_p95_ms: number | null;
}

/** Sums of the conversations of each channel, of spans without gaps. */
export async function sumConversations(
  db: Knex,
  { storeId, agentId }: FiguresOf,
  spans: readonly DaySpan[],
): Promise<ConversationSums[]> {
  return sumsInSpans(db, spans, { table: 'analytics_hours', storeId })
    .where(agentOf(agentId))
    .groupBy('day', 'channel')
    .select('channel', ...summed.map((name) => db.raw('sum(??) as ??', [name, name])));
}

/** The same of the tokens of each model. */
export async function sumTokens(
  db: Knex,
  { storeId, agentId }: FiguresOf,
  spans: readonly DaySpan[],
): Promise<TokenSums[]> {
  const sums = ['input_tokens', 'output_tokens', 'cost_micros'];
  return sumsInSpans(db, spans, { table: 'token_hours', storeId })
    .where(agentOf(agentId))
    .groupBy('day', 'model')
    .select('model', ...sums.map((name) => db.raw('sum(??) as ??', [name, name])));
}

/** What the store has done of the first steps. */
export function readChecklist(
  reader: StoreReader,
): Promise<{ readonly catalog_imported: boolean; readonly chatbot_placed: boolean }> {
  return reader.read(async (tables) => ({
    catalog_imported:
      (await tables('catalog_products').first('id')) !== undefined ||
      (await tables('connections').where({ type: 'live_catalog' }).first('id')) !== undefined,
    chatbot_placed: (await tables('chatbots').whereNotNull('placed_at').first('id')) !== undefined,
  }));
}

/** Sums within spans, each with the `day` of its span: both engines look each span up in the index. */
function sumsInSpans(
  db: Knex,
  spans: readonly DaySpan[],
  { table, storeId }: { readonly table: string; readonly storeId: string },
): Knex.QueryBuilder {
  const rows = spans.map(() => '(?, ?, ?)').join(', ');
  const values = spans.flatMap(({ day, from, to }) => [day, quarterOf(from), quarterOf(to)]);
  return db
    .with('spans', ['day', 'begins', 'ends'], db.raw(`values ${rows}`, values))
    .from('spans')
    .join(table, (on) => on.on('hour', '>=', 'begins').on('hour', '<', 'ends'))
    .where({ store_id: storeId })
    .select('day');
}

function agentOf(agentId: string | undefined): { agent_id?: string } {
  return agentId === undefined ? {} : { agent_id: agentId };
}

/** The latest replies of a range whose times are read: a year of a large shop has millions. */
const maxReplies = 20_000;

/**
 * The times as one text, counted here: PostgreSQL spills to disk when it sorts many of them twice, and takes more than twice
 * as long.
 */
export async function readReplyTimes(
  db: Knex,
  storeId: string,
  { from, to, agentId }: FigureRange,
): Promise<ReplyTimes> {
  const total = `case when outcome = 'complete' then total_ms end`;
  const latest = db('replies')
    .where({ store_id: storeId, is_test: false, ...agentOf(agentId) })
    .where('conversation_started_at', '>=', from)
    .where('conversation_started_at', '<', to)
    .orderBy('conversation_started_at', 'desc')
    .limit(maxReplies)
    .select('outcome', 'first_token_ms', 'total_ms');
  const row = await db
    .from(latest.as('latest'))
    .select<{ firstTokens: string | null; totals: string | null }[]>(
      db.raw(`string_agg(cast(first_token_ms as text), ',') as ??`, ['firstTokens']),
      db.raw(`string_agg(cast(${total} as text), ',') as ??`, ['totals']),
    )
    .first();
  const [firstTokens, totals] = [countTimes(row?.firstTokens), countTimes(row?.totals)];
  return {
    first_token_p50_ms: percentile(firstTokens, 0.5),
    first_token_p95_ms: percentile(firstTokens, 0.95),
    reply_p50_ms: percentile(totals, 0.5),
    reply_p95_ms: percentile(totals, 0.95),
  };
}

/** Longer times count as this: the counts have an entry for each millisecond. */
const maxTimeMs = 600_000;

interface TimeCounts {
  readonly times: number;
  /** How many times have so many milliseconds. */
  readonly ofMs: Uint32Array;
}

/** Counts a list with commas. Sorting it instead would add a tenth to the CPU of the whole request. */
function countTimes(list: string | null | undefined): TimeCounts {
  const times = JSON.parse(`[${list ?? ''}]`) as number[];
  const ofMs = new Uint32Array(maxTimeMs + 1);
  for (const time of times) {
    const ms = Math.min(time, maxTimeMs);
    ofMs[ms] = (ofMs[ms] ?? 0) + 1;
  }
  return { times: times.length, ofMs };
}

/** Interpolated between the two times around the share, as `percentile_cont` of SQL; null without a time. */
function percentile(counts: TimeCounts, share: number): number | null {
  if (counts.times === 0) return null;
  const position = share * (counts.times - 1);
  const below = timeAt(counts, Math.floor(position));
  const above = timeAt(counts, Math.ceil(position));
  return below + (above - below) * (position - Math.floor(position));
}

/** The time at a position in the order of all, the shortest first. */
function timeAt({ ofMs }: TimeCounts, position: number): number {
  let before = 0;
  return ofMs.findIndex((count) => (before += count) > position);
}
