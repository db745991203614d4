import type { Knex } from 'knex';
import { belongsToStore } from './store-columns.ts';

/** Notices to the owners of a store, and how they reach them (decision 0067). */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('notices', (table) => {
    belongsToStore(table);
    table.text('kind').notNullable();
    table.text('dedupe_key').notNullable();
    table.text('subject').notNullable();
    table.text('text').notNullable();
    table.text('path').notNullable();
    table.text('reply_to');
    table.text('created_at').notNullable();
    table.text('done_at');
    table.unique(['store_id', 'dedupe_key']);
    table.index(['created_at']);
  });
  await db.schema.createTable('deliveries', (table) => {
    belongsToStore(table);
    table.text('notice_id').notNullable();
    const notice = table.foreign(['store_id', 'notice_id']).references(['store_id', 'id']);
    notice.inTable('notices').onDelete('cascade');
    table.text('channel').notNullable();
    table.text('recipient').notNullable();
    table.integer('attempts').notNullable();
    // Null: delivered or given up.
    table.text('next_attempt_at');
    table.text('delivered_at');
    table.text('last_error');
    table.index(['next_attempt_at']);
    table.index(['store_id', 'notice_id']);
  });
  await db.schema.createTable('webhooks', (table) => {
    belongsToStore(table);
    table.text('url').notNullable();
    table.text('sealed_secret').notNullable();
    table.text('created_at').notNullable();
    table.unique(['store_id']);
  });
  await db.schema.alterTable('memberships', (table) => {
    table.boolean('wants_notices').notNullable().defaultTo(true);
  });
}
