import type { Knex } from 'knex';

/** What visitors did in the widget, requests by the hour, and when a chatbot was first placed on a page (decision 0043). */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('widget_events', (table) => {
    table.bigIncrements('sequence');
    table.text('store_id').notNullable().references('id').inTable('stores');
    table.text('chatbot_id').notNullable();
    table.text('agent_id').notNullable();
    table.text('visitor_id').notNullable();
    table.text('conversation_id');
    table.text('type').notNullable();
    table.text('product_id');
    table.text('at').notNullable();
    // In the order of visitors, so that different ones are counted without sorting; with all columns that this reads.
    table.index(['store_id', 'type', 'visitor_id', 'at', 'agent_id'], 'widget_events_visitors');
    table.index(['store_id', 'conversation_id']);
    table.index(['at']);
  });
  await db.schema.createTable('request_hours', (table) => {
    table.text('store_id').notNullable().references('id').inTable('stores');
    // UTC: `2026-11-22T16`.
    table.text('hour').notNullable();
    table.integer('requests').notNullable();
    table.integer('rejected').notNullable();
    table.integer('peak_requests').notNullable();
    table.text('peak_at');
    table.primary(['store_id', 'hour']);
  });
  await db.schema.alterTable('chatbots', (table) => table.text('placed_at'));
  await db.schema.alterTable('conversations', (table) => {
    table.dropIndex(['store_id', 'visitor_id'], 'conversations_visitor');
    table.index(['store_id', 'visitor_id', 'is_test', 'created_at', 'agent_id'], 'conversations_visitors');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('conversations', (table) => {
    table.dropIndex([], 'conversations_visitors');
    table.index(['store_id', 'visitor_id'], 'conversations_visitor');
  });
  // Knex would copy the table.
  await db.raw('alter table chatbots drop column placed_at');
  await db.schema.dropTable('request_hours');
  await db.schema.dropTable('widget_events');
}
