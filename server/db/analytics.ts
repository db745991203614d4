import type { Knex } from 'knex';
import type { DaySpan } from '../support/days.ts';
import { conversationSums } from './conversation-sums.ts';
import { quarterOf } from './hourly-sums.ts';
import type { StoreReader } from './database.ts';
import type { Channel } from './records.ts';
import type { Measure } from './reply-times.ts';
import { timeColumns } from './time-ranges.ts';

// What the dashboard counts, from sums of quarters of an hour. Test conversations are excluded, and days without
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

/** How many times are in each range of `timeEnds`, of conversations that began in the spans of a day. */
export interface TimeSums extends Readonly<Record<(typeof timeColumns)[number], number>> {
  readonly day: string;
  readonly measure: Measure;
}

/** Sums of the conversations of each channel, of spans without gaps. */
export async function sumConversations(
  db: Knex,
  of: FiguresOf,
  spans: readonly DaySpan[],
): Promise<ConversationSums[]> {
  return sumBy(db, of, spans, { table: 'analytics_hours', key: 'channel', sums: summed });
}

/** The same of the tokens of each model. */
export async function sumTokens(db: Knex, of: FiguresOf, spans: readonly DaySpan[]): Promise<TokenSums[]> {
  const sums = ['input_tokens', 'output_tokens', 'cost_micros'];
  return sumBy(db, of, spans, { table: 'token_hours', key: 'model', sums });
}

/** The same of the times of replies. */
export async function sumTimes(db: Knex, of: FiguresOf, spans: readonly DaySpan[]): Promise<TimeSums[]> {
  return sumBy(db, of, spans, { table: 'time_hours', key: 'measure', sums: timeColumns });
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

interface SummedTable {
  readonly table: string;
  readonly key: string;
  readonly sums: readonly string[];
}

/** Sums within spans by the `day` of the span and a key: both engines look each span up in the index. */
function sumBy(
  db: Knex,
  { storeId, agentId }: FiguresOf,
  spans: readonly DaySpan[],
  { table, key, sums }: SummedTable,
): Knex.QueryBuilder {
  const rows = spans.map(() => '(?, ?, ?)').join(', ');
  const values = spans.flatMap(({ day, from, to }) => [day, quarterOf(from), quarterOf(to)]);
  return db
    .with('spans', ['day', 'begins', 'ends'], db.raw(`values ${rows}`, values))
    .from('spans')
    .join(table, (on) => on.on('hour', '>=', 'begins').on('hour', '<', 'ends'))
    .where({ store_id: storeId, ...(agentId !== undefined && { agent_id: agentId }) })
    .groupBy('day', key)
    .select('day', key, ...sums.map((name) => db.raw('sum(??) as ??', [name, name])));
}
