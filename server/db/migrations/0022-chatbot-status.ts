import type { Knex } from 'knex';

/** Chatbots can be disabled (decision 0044). */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('chatbots', (table) => {
    table.text('status').notNullable().defaultTo('active');
  });
}
