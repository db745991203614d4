import type { Knex } from 'knex';

/** Which questions the shop has seen to, and how often each of its texts answered (decision 0066). */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('question_improvements', (table) => {
    table.text('store_id').notNullable().references('id').inTable('stores');
    // A hash: the words of a shopper are not kept.
    table.text('key_hash').notNullable();
    table.text('action').notNullable();
    table.text('improved_at').notNullable();
    table.unique(['store_id', 'key_hash']);
  });
  await db.schema.alterTable('knowledge_documents', (table) => {
    table.integer('answered').notNullable().defaultTo(0);
    table.text('last_answered_at');
  });
}
