import type { Knex } from 'knex';
import { isGreeting, plainText } from '../../support/message-text.ts';

/**
 * What lists and figures need, as columns and small tables (decision 0042): a conversation's channel and outcome, the
 * words of each message, one row a reply in place of `messages.usage`, and hourly sums.
 */
export async function up(db: Knex): Promise<void> {
  await addColumns(db);
  await createReplies(db);
  await createSums(db);
  await fillMessages(db);
  await fillConversations(db);
  await fillSums(db);
  await db.raw('alter table messages drop column usage');
  await createIndexes(db);
}

export async function down(db: Knex): Promise<void> {
  for (const name of indexNames) await db.raw('drop index ??', [name]);
  await db.schema.alterTable('messages', (table) => table.text('usage'));
  await restoreUsage(db);
  for (const table of ['token_hours', 'analytics_hours', 'replies']) await db.schema.dropTable(table);
  await db.raw('alter table messages drop column text');
  // Knex would copy the table, which messages refer to.
  for (const column of conversationColumns)
    await db.raw('alter table conversations drop column ??', [column]);
}

const conversationColumns = [
  'channel',
  'chatbot_id',
  'is_test',
  'first_message',
  'message_count',
  'outcome',
  'is_answered',
  'is_unanswered',
  'thumb',
];

async function addColumns(db: Knex): Promise<void> {
  await db.schema.alterTable('conversations', (table) => {
    // 'widget', 'api' or 'mcp'.
    table.text('channel').notNullable().defaultTo('api');
    table.text('chatbot_id');
    table.boolean('is_test').notNullable().defaultTo(false);
    table.text('first_message').notNullable().defaultTo('');
    table.integer('message_count').notNullable().defaultTo(0);
    // Of the last reply.
    table.text('outcome');
    table.boolean('is_answered').notNullable().defaultTo(false);
    table.boolean('is_unanswered').notNullable().defaultTo(false);
    // 'up' or 'down', the latest.
    table.text('thumb');
  });
  await db.schema.alterTable('messages', (table) => table.text('text').notNullable().defaultTo(''));
}

async function createReplies(db: Knex): Promise<void> {
  await db.schema.createTable('replies', (table) => {
    table.bigIncrements('sequence');
    table.text('store_id').notNullable().references('id').inTable('stores');
    table.text('message_id').notNullable();
    table.text('conversation_id').notNullable();
    table.text('agent_id').notNullable();
    table.text('channel').notNullable();
    table.boolean('is_test').notNullable();
    table.text('conversation_started_at').notNullable();
    table.text('model_provider').notNullable();
    table.text('model').notNullable();
    table.text('outcome').notNullable();
    // The message that the client got.
    table.text('error');
    table.integer('input_tokens').notNullable();
    table.integer('output_tokens').notNullable();
    table.integer('first_token_ms');
    table.integer('total_ms').notNullable();
    table.boolean('is_answered').notNullable();
    table.boolean('is_unanswered').notNullable();
    table.text('thumb');
    table.unique(['store_id', 'message_id']);
    table.foreign(['store_id', 'message_id']).references(['store_id', 'id']).inTable('messages');
    table.index(['store_id', 'conversation_id']);
  });
}

async function createSums(db: Knex): Promise<void> {
  await db.schema.createTable('analytics_hours', (table) => {
    hourOfAgent(table);
    table.text('channel').notNullable();
    for (const sum of conversationSums) table.integer(sum).notNullable();
    table.unique(['store_id', 'hour', 'agent_id', 'channel']);
  });
  await db.schema.createTable('token_hours', (table) => {
    hourOfAgent(table);
    table.text('model_provider').notNullable();
    table.text('model').notNullable();
    table.bigInteger('input_tokens').notNullable();
    table.bigInteger('output_tokens').notNullable();
    table.unique(['store_id', 'hour', 'agent_id', 'model_provider', 'model']);
  });
}

const conversationSums = ['conversations', 'answered', 'unanswered', 'thumbs_up', 'thumbs_down'];

// Without a reference to the agent: sums are kept when it is deleted.
function hourOfAgent(table: Knex.CreateTableBuilder): void {
  table.bigIncrements('sequence');
  table.text('store_id').notNullable().references('id').inTable('stores');
  // UTC, of the conversation's begin: '2026-11-22T16'.
  table.text('hour').notNullable();
  table.text('agent_id').notNullable();
}

const indexNames = [
  'conversations_newest',
  'conversations_outcome',
  'conversations_unanswered',
  'conversations_thumb',
  'conversations_visitor',
  'replies_times',
  'messages_search',
];

/** Lists are newest first; filters that leave few rows have indexes of their own. */
async function createIndexes(db: Knex): Promise<void> {
  await db.schema.alterTable('conversations', (table) => {
    // With what lists filter by: rows that do not match are not read.
    const newest = ['store_id', 'is_test', 'created_at', 'id', 'agent_id', 'channel'];
    table.index(newest, 'conversations_newest');
    table.index(['store_id', 'outcome', 'created_at', 'id'], 'conversations_outcome', {
      predicate: db.whereRaw("outcome <> 'complete'"),
    });
    const rare = ['store_id', 'created_at', 'id'];
    table.index(rare, 'conversations_unanswered', { predicate: db.whereRaw('is_unanswered') });
    table.index(['store_id', 'thumb', 'created_at', 'id'], 'conversations_thumb', {
      predicate: db.whereNotNull('thumb'),
    });
    // In the order of visitors, so that different ones are counted without sorting.
    table.index(['store_id', 'visitor_id', 'is_test', 'created_at', 'agent_id'], 'conversations_visitor');
  });
  // Times of a range are read from the index alone.
  const times = ['store_id', 'is_test', 'conversation_started_at', 'agent_id', 'outcome'];
  await db.schema.alterTable('replies', (table) =>
    table.index([...times, 'first_token_ms', 'total_ms'], 'replies_times'),
  );
  // SQLite searches the text in the index: its rows hold the long `content` in front of it. PostgreSQL stores long
  // values apart, and its indexes have none.
  const searched = db.client.driverName === 'pg' ? [] : ['conversation_id', 'text'];
  await db.schema.alterTable('messages', (table) =>
    table.index(['store_id', 'created_at', ...searched], 'messages_search'),
  );
}

interface EarlierMessage {
  sequence: number | string;
  store_id: string;
  id: string;
  conversation_id: string;
  role: 'user' | 'assistant';
  content: string;
  outcome: string;
  usage: string | null;
  agent_id: string;
  visitor_id: string | null;
  started_at: string;
  /** The content of the message before it. */
  question: string | null;
}

const batchSize = 500;

async function fillMessages(db: Knex): Promise<void> {
  for (let after: number | string = 0; ;) {
    const batch = await readMessages(db, after);
    const last = batch.at(-1);
    if (last === undefined) return;
    await setTexts(db, batch);
    const replies = batch.filter(({ role }) => role === 'assistant').map(replyOf);
    // SQLite has a limit of parameters.
    await db.batchInsert('replies', replies, 100);
    after = last.sequence;
  }
}

async function readMessages(db: Knex, after: number | string): Promise<EarlierMessage[]> {
  return db('messages as m')
    .join('conversations as c', { 'c.store_id': 'm.store_id', 'c.id': 'm.conversation_id' })
    .leftJoin('messages as q', {
      'q.store_id': 'm.store_id',
      'q.conversation_id': 'm.conversation_id',
      'q.position': db.raw('m.position - 1'),
    })
    .where('m.sequence', '>', after)
    .orderBy('m.sequence')
    .limit(batchSize)
    .select('m.sequence', 'm.store_id', 'm.id', 'm.conversation_id', 'm.role', 'm.content', 'm.outcome')
    .select('m.usage', 'c.agent_id', 'c.visitor_id', 'c.created_at as started_at', 'q.content as question');
}

async function setTexts(db: Knex, batch: readonly EarlierMessage[]): Promise<void> {
  const values = batch.flatMap(({ sequence, content }) => [sequence, textOf(partsOf(content))]);
  await db.raw(
    `with filled(sequence, text) as (values ${batch.map(() => '(cast(? as bigint), ?)').join(', ')})
     update messages set text = filled.text from filled where messages.sequence = filled.sequence`,
    values,
  );
}

/** Tool outcomes of earlier versions do not say whether the catalogue is the built-in one: its tool's name does. */
function replyOf(message: EarlierMessage): object {
  const usage = JSON.parse(message.usage ?? '{}') as Record<string, unknown>;
  const parts = partsOf(message.content);
  const hasCalls = parts.some(({ type }) => type === 'tool-call');
  const isGreeted = isGreeting(textOf(partsOf(message.question ?? '[]'))) && !hasCalls;
  return {
    store_id: message.store_id,
    message_id: message.id,
    conversation_id: message.conversation_id,
    agent_id: message.agent_id,
    channel: message.visitor_id === null ? 'api' : 'widget',
    is_test: false,
    conversation_started_at: message.started_at,
    model_provider: usage['provider'] ?? 'unknown',
    model: usage['model'] ?? 'unknown',
    outcome: message.outcome,
    error: null,
    input_tokens: usage['input_tokens'] ?? 0,
    output_tokens: usage['output_tokens'] ?? 0,
    first_token_ms: usage['first_token_ms'] ?? null,
    total_ms: usage['total_ms'] ?? 0,
    is_answered: message.outcome === 'complete' && !isGreeted,
    is_unanswered: ['partial', 'failed'].includes(message.outcome) || parts.some(isSearchWithoutHits),
    thumb: null,
  };
}

/** A part of a stored message, as far as it matters here. */
interface Part {
  readonly type: string;
  readonly text?: string;
  readonly toolName?: string;
  readonly output?: { readonly value?: { readonly products?: unknown } | null };
}

// Version 0.1 stored the user's message as plain text.
function partsOf(content: string): Part[] {
  const messages = JSON.parse(content) as { content: string | Part[] }[];
  return messages.flatMap(({ content: parts }) =>
    typeof parts === 'string' ? [{ type: 'text', text: parts }] : parts,
  );
}

function textOf(parts: readonly Part[]): string {
  return plainText(parts.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join(''));
}

function isSearchWithoutHits({ type, toolName, output }: Part): boolean {
  const products = output?.value?.products;
  return (
    type === 'tool-result' &&
    toolName === 'search_catalog' &&
    Array.isArray(products) &&
    products.length === 0
  );
}

async function fillConversations(db: Knex): Promise<void> {
  await db('conversations').whereNotNull('visitor_id').update({ channel: 'widget' });
  const own = (table: string): string =>
    `from ${table} where ${table}.store_id = conversations.store_id and ${table}.conversation_id = conversations.id`;
  const first = `select substr(text, 1, 200) ${own('messages')} and position = 0`;
  await db<Record<string, unknown>>('conversations').update({
    first_message: db.raw(`coalesce((${first}), '')`),
    message_count: db.raw(`(select coalesce(max(position) + 1, 0) ${own('messages')})`),
    outcome: db.raw(`(select outcome ${own('replies')} order by sequence desc limit 1)`),
    is_answered: db.raw(`exists (select 1 ${own('replies')} and replies.is_answered)`),
    is_unanswered: db.raw(`exists (select 1 ${own('replies')} and replies.is_unanswered)`),
  });
}

async function fillSums(db: Knex): Promise<void> {
  await db.raw(
    `insert into analytics_hours
       (store_id, hour, agent_id, channel, conversations, answered, unanswered, thumbs_up, thumbs_down)
     select store_id, substr(created_at, 1, 13), agent_id, channel, count(*),
       sum(case when is_answered then 1 else 0 end), sum(case when is_unanswered then 1 else 0 end), 0, 0
     from conversations where message_count > 0
     group by store_id, substr(created_at, 1, 13), agent_id, channel`,
  );
  await db.raw(
    `insert into token_hours (store_id, hour, agent_id, model_provider, model, input_tokens, output_tokens)
     select store_id, substr(conversation_started_at, 1, 13), agent_id, model_provider, model,
       sum(input_tokens), sum(output_tokens)
     from replies group by store_id, substr(conversation_started_at, 1, 13), agent_id, model_provider, model`,
  );
}

interface StoredReply {
  sequence: number | string;
  store_id: string;
  message_id: string;
  model_provider: string;
  model: string;
  outcome: string;
  input_tokens: number;
  output_tokens: number;
  first_token_ms: number | null;
  total_ms: number;
}

async function restoreUsage(db: Knex): Promise<void> {
  for (let after: number | string = 0; ;) {
    const batch = await db<StoredReply>('replies')
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(batchSize);
    const last = batch.at(-1);
    if (last === undefined) return;
    for (const reply of batch) {
      const { model_provider: provider, model, outcome, input_tokens, output_tokens } = reply;
      const { first_token_ms, total_ms } = reply;
      const usage = { provider, model, outcome, input_tokens, output_tokens, first_token_ms, total_ms };
      await db<{ store_id: string; id: string; usage: string }>('messages')
        .where({ store_id: reply.store_id, id: reply.message_id })
        .update({ usage: JSON.stringify(usage) });
    }
    after = last.sequence;
  }
}
