import type { Knex } from 'knex';
import { belongsToStore } from './store-columns.ts';

/** What shoppers leave for a person of the shop (decision 0068). */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('left_messages', (table) => {
    belongsToStore(table);
    table.text('conversation_id').notNullable();
    // The widget's id of the request.
    table.text('key').notNullable();
    // The message of the reply that was no help.
    table.text('reply_id').notNullable();
    table.text('visitor_id').notNullable();
    table.text('email').notNullable();
    table.text('text').notNullable();
    table.text('left_at').notNullable();
    table.text('done_at');
    table.unique(['store_id', 'conversation_id', 'key']);
    table.unique(['store_id', 'conversation_id', 'reply_id']);
    table.index(['store_id', 'done_at', 'left_at']);
    table.index(['store_id', 'left_at']);
  });
}
