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

export async function down(db: Knex): Promise<void> {
  // Knex would copy the table.
  await db.raw('alter table knowledge_documents drop column last_answered_at');
  await db.raw('alter table knowledge_documents drop column answered');
  await db.schema.dropTable('question_improvements');
}
