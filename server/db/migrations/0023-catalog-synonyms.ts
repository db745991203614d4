import type { Knex } from 'knex';

/** Shops have words of their own for the search (decision 0060). */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('catalog_synonyms', (table) => {
    table.text('store_id').primary().references('id').inTable('stores');
    // One entry a line.
    table.text('synonyms').notNullable();
  });
}
