import type { Knex } from 'knex';
import { belongsToStore, usesAgent } from './store-columns.ts';

/** Conversations with what lists and figures need of them, as columns and small tables (decisions 0042, 0043). */
export async function createConversations(db: Knex): Promise<void> {
  await db.schema.createTable('conversations', (table) => {
    belongsToStore(table);
    usesAgent(table);
    table.text('visitor_id');
    // 'widget', 'api' or 'mcp'.
    table.text('channel').notNullable().defaultTo('api');
    table.text('chatbot_id');
    table.boolean('is_test').notNullable().defaultTo(false);
    table.text('first_message').notNullable().defaultTo('');
    table.integer('message_count').notNullable().defaultTo(0);
    // No version since 0026 uses these three.
    table.text('outcome');
    for (const flag of ['is_answered', 'is_unanswered']) table.boolean(flag).notNullable().defaultTo(false);
    // 'up' or 'down', the latest.
    table.text('thumb');
    table.text('created_at').notNullable();
  });
  await createMessages(db);
  await createReplies(db);
  await createSums(db);
  await createWidgetEvents(db);
  await createListIndexes(db);
}

async function createMessages(db: Knex): Promise<void> {
  const isPostgres = db.client.driverName === 'pg';
  await db.schema.createTable('messages', (table) => {
    belongsToStore(table);
    table.text('conversation_id').notNullable();
    table.integer('position').notNullable();
    for (const column of ['role', 'content', 'outcome', 'created_at']) table.text(column).notNullable();
    table.text('text').notNullable().defaultTo('');
    table.unique(['store_id', 'conversation_id', 'position']);
    table.foreign(['store_id', 'conversation_id']).references(['store_id', 'id']).inTable('conversations');
    // SQLite searches the text in the index: its rows hold the long `content` in front of it. PostgreSQL stores long
    // values apart, and its indexes have none.
    const searched = isPostgres ? [] : ['conversation_id', 'text'];
    table.index(['store_id', 'created_at', ...searched], 'messages_search');
  });
  if (!isPostgres) return;
  // Who may write to a conversation, on any node (decision 0054). SQLite has one process, with locks in memory.
  await db.schema.createTable('conversation_locks', (table) => {
    table.bigIncrements('id');
    // No reference: the first message of a conversation has its ticket before there is a conversation.
    table.text('conversation_id').notNullable();
    table.timestamp('expires_at').notNullable();
    table.index(['conversation_id', 'id']);
  });
}

async function createReplies(db: Knex): Promise<void> {
  const texts = ['message_id', 'conversation_id', 'agent_id', 'channel', 'conversation_started_at'];
  await db.schema.createTable('replies', (table) => {
    table.bigIncrements('sequence');
    table.text('store_id').notNullable().references('id').inTable('stores');
    for (const column of [...texts, 'model_provider', 'model', 'outcome']) table.text(column).notNullable();
    for (const flag of ['is_test', 'is_answered', 'is_unanswered']) table.boolean(flag).notNullable();
    for (const count of ['input_tokens', 'output_tokens', 'total_ms']) table.integer(count).notNullable();
    table.integer('first_token_ms');
    // The message that the client got.
    table.text('error');
    table.text('thumb');
    table.unique(['store_id', 'message_id']);
    table.foreign(['store_id', 'message_id']).references(['store_id', 'id']).inTable('messages');
    table.index(['store_id', 'conversation_id']);
    // Times of a range are read from the index alone.
    const times = ['store_id', 'is_test', 'conversation_started_at', 'agent_id', 'outcome'];
    table.index([...times, 'first_token_ms', 'total_ms'], 'replies_times');
  });
}

async function createSums(db: Knex): Promise<void> {
  await db.schema.createTable('analytics_hours', (table) => {
    hourOfAgent(table);
    table.text('channel').notNullable();
    // No version since 0026 reads the second and the third.
    for (const sum of ['conversations', 'answered', 'unanswered', 'thumbs_up', 'thumbs_down'])
      table.integer(sum).notNullable();
    table.unique(['store_id', 'hour', 'agent_id', 'channel']);
  });
  await db.schema.createTable('token_hours', (table) => {
    hourOfAgent(table);
    for (const column of ['model_provider', 'model']) table.text(column).notNullable();
    for (const sum of ['input_tokens', 'output_tokens']) table.bigInteger(sum).notNullable();
    table.unique(['store_id', 'hour', 'agent_id', 'model_provider', 'model']);
  });
}

// Without a reference to the agent: sums are kept when it is deleted.
function hourOfAgent(table: Knex.CreateTableBuilder): void {
  table.bigIncrements('sequence');
  table.text('store_id').notNullable().references('id').inTable('stores');
  // UTC, of the conversation's begin: '2026-11-22T16'.
  table.text('hour').notNullable();
  table.text('agent_id').notNullable();
}

async function createWidgetEvents(db: Knex): Promise<void> {
  await db.schema.createTable('widget_events', (table) => {
    table.bigIncrements('sequence');
    table.text('store_id').notNullable().references('id').inTable('stores');
    for (const column of ['chatbot_id', 'agent_id', 'visitor_id', 'type', 'at'])
      table.text(column).notNullable();
    table.text('conversation_id');
    table.text('product_id');
    // In the order of visitors, so that different ones are counted without sorting; with all columns that this reads.
    table.index(['store_id', 'type', 'visitor_id', 'at', 'agent_id'], 'widget_events_visitors');
    table.index(['store_id', 'conversation_id']);
    table.index(['at']);
  });
}

/** Lists are newest first; filters that leave few rows have indexes of their own. */
async function createListIndexes(db: Knex): Promise<void> {
  await db.schema.alterTable('conversations', (table) => {
    // With what lists filter by: rows that do not match are not read.
    const newest = ['store_id', 'is_test', 'created_at', 'id', 'agent_id', 'channel'];
    table.index(newest, 'conversations_newest');
    const rare = ['store_id', 'created_at', 'id'];
    table.index(['store_id', 'outcome', 'created_at', 'id'], 'conversations_outcome', {
      predicate: db.whereRaw("outcome <> 'complete'"),
    });
    table.index(rare, 'conversations_unanswered', { predicate: db.whereRaw('is_unanswered') });
    table.index(['store_id', 'thumb', 'created_at', 'id'], 'conversations_thumb', {
      predicate: db.whereNotNull('thumb'),
    });
    // In the order of visitors, so that different ones are counted without sorting.
    table.index(['store_id', 'visitor_id', 'is_test', 'created_at', 'agent_id'], 'conversations_visitor');
  });
}
