import type { Knex } from 'knex';

/** What the products of an import lack, as JSON; null for a running or failed one, and for those of before. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('catalog_imports', (table) => {
    table.text('findings');
  });
}
