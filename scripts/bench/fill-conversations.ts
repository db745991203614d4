import type { Knex } from 'knex';
import { fillTimes } from '../../server/db/migrations/0035-times.ts';
import { results } from '../../server/db/results.ts';
import { createRandomOf, type Random } from '../random.ts';

/** What made-up conversations belong to. */
export interface FilledStore {
  readonly storeId: string;
  readonly agentIds: readonly [string, ...string[]];
  readonly chatbotId: string;
}

export interface FillOptions {
  readonly conversations: number;
  /** They are spread over so many days before `now`, in milliseconds since the epoch. */
  readonly days: number;
  readonly now: number;
}

type Row = Readonly<Record<string, string | number | boolean | null>>;

/** The rows of some conversations, by table. */
interface Rows {
  readonly conversations: Row[];
  readonly messages: Row[];
  readonly replies: Row[];
  readonly widget_events: Row[];
}

const batchSize = 1_000;
const dayMs = 86_400_000;

/** Writes conversations with two questions, replies and widget events directly into the tables, then their sums. */
export async function fillConversations(
  db: Knex,
  store: FilledStore,
  { conversations, days, now }: FillOptions,
): Promise<void> {
  for (let begin = 0; begin < conversations; begin += batchSize) {
    const rows: Rows = { conversations: [], messages: [], replies: [], widget_events: [] };
    for (let index = begin; index < Math.min(begin + batchSize, conversations); index += 1) {
      const startedAt = now - Math.floor(((conversations - index) / conversations) * days * dayMs);
      addConversation(rows, store, { index, startedAt });
    }
    await db.transaction(async (trx) => {
      // SQLite has a limit of parameters.
      for (const [table, all] of Object.entries(rows)) await trx.batchInsert(table, all, 500);
    });
  }
  await fillSums(db, store.storeId);
}

const channels = ['widget', 'widget', 'widget', 'widget', 'api', 'mcp'] as const;
const questions = [
  'Do you have a rain jacket for children?',
  'Which of these lamps fits a small desk?',
  'I need a warm blanket as a present, under 50 euros',
  'How long does the delivery to Austria take?',
] as const;

function addConversation(
  rows: Rows,
  { storeId, agentIds, chatbotId }: FilledStore,
  { index, startedAt }: { readonly index: number; readonly startedAt: number },
): void {
  const random = createRandomOf(16, index);
  const at = (seconds: number): string => new Date(startedAt + seconds * 1000).toISOString();
  const channel = random.pick(channels);
  const shared = {
    store_id: storeId,
    agent_id: random.pick(agentIds),
    channel,
    is_test: random.chance(0.02),
  };
  const id = `cnv_bench${String(index).padStart(16, '0')}`;
  const visitor = channel === 'widget' ? `vis_bench${String(random.below(60_000)).padStart(16, '0')}` : null;
  const replies = [0, 1].map((turn) => replyOf(random, { ...shared, id, turn, startedAt: at(0) }));
  const question = random.pick(questions);
  const thumb = random.chance(0.1) ? (random.chance(0.8) ? 'up' : 'down') : null;
  rows.replies.push(...replies);
  rows.conversations.push({
    ...shared,
    id,
    visitor_id: visitor,
    chatbot_id: visitor && chatbotId,
    created_at: at(0),
    first_message: question,
    message_count: 4,
    thumb,
  });
  for (let position = 0; position < 4; position += 1) {
    rows.messages.push(messageOf({ id, storeId, position, question, createdAt: at(10 * position) }));
  }
  if (visitor === null) return;
  const event = { store_id: storeId, chatbot_id: chatbotId, agent_id: shared.agent_id, visitor_id: visitor };
  const types = [
    'opened',
    'product_shown',
    'product_shown',
    ...(random.chance(0.2) ? ['product_clicked'] : []),
  ];
  for (const type of types) {
    const product = type === 'opened' ? null : `product-${random.below(500)}`;
    rows.widget_events.push({ ...event, conversation_id: id, type, product_id: product, at: at(12) });
  }
}

/** Most replies help. */
const completeResults = [
  'helped',
  'helped',
  'helped',
  'helped',
  'helped',
  'small_talk',
  'not_known',
] as const;

function replyOf(
  random: Random,
  {
    id,
    turn,
    startedAt,
    ...shared
  }: {
    readonly store_id: string;
    readonly agent_id: string;
    readonly channel: string;
    readonly is_test: boolean;
    readonly id: string;
    readonly turn: number;
    readonly startedAt: string;
  },
): Row {
  const outcome = random.chance(0.03) ? 'failed' : 'complete';
  const firstMs = random.between(200, 3_000);
  return {
    ...shared,
    message_id: `${id}_${2 * turn + 1}`,
    conversation_id: id,
    conversation_started_at: startedAt,
    model_provider: 'provider_one',
    model: random.pick(['small-model', 'large-model']),
    outcome,
    error: outcome === 'failed' ? 'the model failed' : null,
    input_tokens: random.between(500, 4_000),
    output_tokens: random.between(20, 600),
    first_token_ms: firstMs,
    total_ms: firstMs + random.between(100, 8_000),
    is_answered: false,
    is_unanswered: false,
    result: outcome === 'failed' ? 'failed' : random.pick(completeResults),
    thumb: null,
  };
}

function messageOf(message: {
  readonly id: string;
  readonly storeId: string;
  readonly position: number;
  readonly question: string;
  readonly createdAt: string;
}): Row {
  const { id, storeId, position, question, createdAt } = message;
  const role = position % 2 === 0 ? 'user' : 'assistant';
  const text = role === 'user' ? question : `${question} Let me show you what fits: ${'word '.repeat(60)}`;
  return {
    store_id: storeId,
    id: `${id}_${position}`,
    conversation_id: id,
    position,
    role,
    content: JSON.stringify([{ role, content: [{ type: 'text', text }] }]),
    text,
    outcome: 'complete',
    created_at: createdAt,
  };
}

/** The hourly sums, as decision 0042 defines them. */
async function fillSums(db: Knex, storeId: string): Promise<void> {
  await fillTimes(db);
  const count = (condition: string): string => `sum(case when ${condition} then 1 else 0 end)`;
  await db.raw(
    `insert into analytics_hours
       (store_id, hour, agent_id, channel, conversations, answered, unanswered, thumbs_up, thumbs_down)
     select store_id, substr(created_at, 1, 13), agent_id, channel, count(*), 0, 0,
       ${count("thumb = 'up'")}, ${count("thumb = 'down'")}
     from conversations where store_id = ? and not is_test
     group by store_id, substr(created_at, 1, 13), agent_id, channel`,
    [storeId],
  );
  await db.raw(
    `update analytics_hours as h set ${results.map((result) => `"${result}" = s."${result}"`).join(', ')}
     from (select store_id, substr(conversation_started_at, 1, 13) as hour, agent_id, channel,
         ${results.map((result) => `${count(`result = '${result}'`)} as "${result}"`).join(', ')}
       from replies where store_id = ? and not is_test
       group by store_id, substr(conversation_started_at, 1, 13), agent_id, channel) as s
     where h.store_id = s.store_id and h.hour = s.hour and h.agent_id = s.agent_id and h.channel = s.channel`,
    [storeId],
  );
  await db.raw(
    `insert into visits (store_id, visitor_id, agent_id, began_at, done)
     select store_id, visitor_id, agent_id, substr(created_at, 1, 13) || ':00:00.000Z', 3
     from conversations where store_id = ? and not is_test and visitor_id is not null
     group by store_id, visitor_id, agent_id, substr(created_at, 1, 13)`,
    [storeId],
  );
  await db.raw(
    `insert into product_hours (store_id, hour, agent_id, product_id, shown, clicked, added, ordered)
     select store_id, substr(at, 1, 13), agent_id, product_id, ${count("type = 'product_shown'")},
       ${count("type = 'product_clicked'")}, 0, 0
     from widget_events where store_id = ? and product_id is not null
     group by store_id, substr(at, 1, 13), agent_id, product_id`,
    [storeId],
  );
  await db.raw(
    `insert into token_hours (store_id, hour, agent_id, model_provider, model, input_tokens, output_tokens)
     select store_id, substr(conversation_started_at, 1, 13), agent_id, model_provider, model,
       sum(input_tokens), sum(output_tokens)
     from replies where store_id = ? and not is_test
     group by store_id, substr(conversation_started_at, 1, 13), agent_id, model_provider, model`,
    [storeId],
  );
}
