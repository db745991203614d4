import type { Knex } from 'knex';

/** A chatbot may have a note for the team. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('chatbots', (table) => void table.text('note'));
}
