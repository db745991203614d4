import type { Knex } from 'knex';
import { isPostgres } from './connect.ts';
import type { Channel } from './records.ts';
import type {
  AnalyticsRange,
  AnalyticsRepository,
  AnalyticsSpan,
  ConversationSums,
  ReplyTimes,
  TokenSums,
} from './repositories.ts';

/** The figures of the dashboard, from hourly sums and from indexed rows. Test conversations are excluded. */
export function createAnalyticsRepository(db: Knex): AnalyticsRepository {
  // With the plus, SQLite reads the index in the order of visitors and need not sort: a quarter of the time.
  const startedAt = isPostgres(db) ? 'created_at' : '+created_at';
  return {
    async sumConversations(storeId, spans, agentId) {
      const query = inSpans(db, spans, 'analytics_hours', 'hour').select(
        ...conversationSums.map((name) => db.raw('sum(??) as ??', [name, name])),
      );
      return readConversationSums(query, storeId, agentId);
    },
    async countConversations(storeId, spans, agentId) {
      const query = inSpans(db, spans, 'conversations', 'created_at')
        .where('is_test', false)
        .where('message_count', '>', 0)
        .select(
          db.raw('count(*) as conversations'),
          db.raw('sum(case when is_answered then 1 else 0 end) as answered'),
          db.raw('sum(case when is_unanswered then 1 else 0 end) as unanswered'),
          db.raw(`sum(case when thumb = 'up' then 1 else 0 end) as thumbs_up`),
          db.raw(`sum(case when thumb = 'down' then 1 else 0 end) as thumbs_down`),
        );
      return readConversationSums(query, storeId, agentId);
    },
    sumTokens: (storeId, spans, agentId) =>
      readTokenSums(db, inSpans(db, spans, 'token_hours', 'hour'), storeId, agentId),
    countTokens(storeId, spans, agentId) {
      const query = inSpans(db, spans, 'replies', 'conversation_started_at').where('is_test', false);
      return readTokenSums(db, query, storeId, agentId);
    },
    async countVisitors(storeId, { from, to, agentId }) {
      const row = await db('conversations')
        .where({ store_id: storeId, is_test: false, ...agentOf(agentId) })
        .whereNotNull('visitor_id')
        .whereRaw(`${startedAt} >= ? and ${startedAt} < ?`, [from, to])
        .countDistinct<{ count: number | string }>('visitor_id as count')
        .first();
      return Number(row?.count ?? 0);
    },
    readReplyTimes: (storeId, range) => readReplyTimes(db, storeId, range),
    listUnanswered: (storeId, limit) => listUnanswered(db, storeId, limit),
    async readChecklist(storeId) {
      const has = async (query: Knex.QueryBuilder): Promise<boolean> =>
        (await query.where({ store_id: storeId }).first(db.raw('1'))) !== undefined;
      return {
        hasProducts: await has(db('catalog_products')),
        hasPlacedChatbot: await has(db('chatbots').whereNotNull('placed_at')),
      };
    },
  };
}

const conversationSums = ['conversations', 'answered', 'unanswered', 'thumbs_up', 'thumbs_down'] as const;

/** The rows of `table` with the span that their `column` lies in. */
function inSpans(
  db: Knex,
  spans: readonly AnalyticsSpan[],
  table: string,
  column: string,
): Knex.QueryBuilder {
  const values = spans.map(() => '(?, ?, ?)').join(', ');
  const bindings = spans.flatMap(({ day, from, to }) => [day, from, to]);
  return db
    .with('spans', ['day', 'first', 'last'], db.raw(`values ${values}`, bindings))
    .from('spans')
    .join(table, (join) => join.on(column, '>=', 'spans.first').andOn(column, '<', 'spans.last'))
    .groupBy('spans.day')
    .select('spans.day');
}

async function readConversationSums(
  query: Knex.QueryBuilder,
  storeId: string,
  agentId: string | undefined,
): Promise<ConversationSums[]> {
  const rows: ({ day: string; channel: Channel } & Record<(typeof conversationSums)[number], unknown>)[] =
    await query
      .where({ store_id: storeId, ...agentOf(agentId) })
      .groupBy('channel')
      .select('channel');
  // PostgreSQL returns a sum as text.
  return rows.map((row) => ({
    day: row.day,
    channel: row.channel,
    conversations: Number(row.conversations),
    answered: Number(row.answered),
    unanswered: Number(row.unanswered),
    thumbsUp: Number(row.thumbs_up),
    thumbsDown: Number(row.thumbs_down),
  }));
}

async function readTokenSums(
  db: Knex,
  query: Knex.QueryBuilder,
  storeId: string,
  agentId: string | undefined,
): Promise<TokenSums[]> {
  const rows: { day: string; model: string; input: unknown; output: unknown }[] = await query
    .where({ store_id: storeId, ...agentOf(agentId) })
    .groupBy('model')
    .select('model', db.raw('sum(input_tokens) as input'), db.raw('sum(output_tokens) as output'));
  return rows.map(({ day, model, input, output }) => ({
    day,
    model,
    inputTokens: Number(input),
    outputTokens: Number(output),
  }));
}

function agentOf(agentId: string | undefined): { agent_id?: string } {
  return agentId === undefined ? {} : { agent_id: agentId };
}

async function readReplyTimes(
  db: Knex,
  storeId: string,
  { from, to, agentId }: AnalyticsRange,
): Promise<ReplyTimes> {
  const total = `case when outcome = 'complete' then total_ms end`;
  const row = await db('replies')
    .where({ store_id: storeId, is_test: false, ...agentOf(agentId) })
    .where('conversation_started_at', '>=', from)
    .where('conversation_started_at', '<', to)
    .select<ReplyTimes[]>(
      percentile(db, 0.5, 'first_token_ms', 'firstWordP50Ms'),
      percentile(db, 0.95, 'first_token_ms', 'firstWordP95Ms'),
      percentile(db, 0.5, total, 'replyP50Ms'),
      percentile(db, 0.95, total, 'replyP95Ms'),
    )
    .first();
  if (row === undefined) throw new Error('an aggregate has a row');
  return row;
}

/** The same function under the engines' own syntax; null without a value. */
function percentile(db: Knex, share: number, expression: string, name: string): Knex.Raw {
  const value = isPostgres(db)
    ? `percentile_cont(${share}) within group (order by ${expression})`
    : `percentile_cont(${expression}, ${share})`;
  return db.raw(`${value} as ??`, [name]);
}

interface UnansweredRow {
  conversationId: string;
  question: string;
  at: string;
}

async function listUnanswered(db: Knex, storeId: string, limit: number): Promise<UnansweredRow[]> {
  const conversations: { id: string; first_message: string; created_at: string }[] = await db('conversations')
    .where({ store_id: storeId, is_test: false })
    // Written out: SQLite uses a partial index only where the statement has its condition.
    .whereRaw('is_unanswered')
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit)
    .select('id', 'first_message', 'created_at');
  const found: UnansweredRow[] = [];
  for (const { id, first_message: first, created_at: createdAt } of conversations) {
    const question = await findUnansweredQuestion(db, storeId, id);
    found.push({
      conversationId: id,
      question: question?.text ?? first,
      at: question?.created_at ?? createdAt,
    });
  }
  return found;
}

/** The message before the latest reply that is unanswered or has a thumb down. */
function findUnansweredQuestion(
  db: Knex,
  storeId: string,
  conversationId: string,
): Promise<{ text: string; created_at: string } | undefined> {
  return db('replies as r')
    .join('messages as a', { 'a.store_id': 'r.store_id', 'a.id': 'r.message_id' })
    .join('messages as q', {
      'q.store_id': 'a.store_id',
      'q.conversation_id': 'a.conversation_id',
      'q.position': db.raw('a.position - 1'),
    })
    .where({ 'r.store_id': storeId, 'r.conversation_id': conversationId })
    .whereRaw(`(r.is_unanswered or r.thumb = 'down')`)
    .orderBy('r.sequence', 'desc')
    .first('q.text', 'q.created_at');
}
