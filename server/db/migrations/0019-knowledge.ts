import type { Knex } from 'knex';

/** The shop's knowledge, and the contact that its assistant names (decision 0058). */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('knowledge_documents', (table) => {
    table.bigIncrements('sequence');
    table.text('id').notNullable().unique();
    table.text('store_id').notNullable().references('id').inTable('stores');
    table.text('source').notNullable();
    table.text('title').notNullable();
    table.text('format').notNullable();
    // JSON: titles and texts.
    table.text('passages').notNullable();
    table.integer('passage_count').notNullable();
    table.text('imported_at').notNullable();
    table.unique(['store_id', 'source']);
  });
  await db.schema.createTable('knowledge_versions', (table) => {
    table.text('store_id').primary().references('id').inTable('stores');
    table.bigInteger('version').notNullable();
  });
  await db.schema.alterTable('stores', (table) => {
    table.text('contact');
  });
}
