import type { Knex } from 'knex';

/**
 * What replies in progress may still cost, of stores that have a monthly cap, and which replies have tokens that are
 * estimated (decision 0059).
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('spending_reservations', (table) => {
    table.text('store_id').notNullable().references('id').inTable('stores');
    // One reply at a time is in progress there.
    table.text('conversation_id').notNullable();
    table.bigInteger('cost_micros').notNullable();
    // Of a process that was killed, nobody deletes it.
    table.text('expires_at').notNullable();
    table.primary(['store_id', 'conversation_id']);
  });
  await db.schema.alterTable('replies', (table) => {
    table.boolean('is_estimated').notNullable().defaultTo(false);
  });
}
