import type { Knex } from 'knex';
import { belongsToStore } from './store-columns.ts';

/** The addresses that products and texts were read from, and when they are read again (decision 0069). */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('sources', (table) => {
    belongsToStore(table);
    table.text('kind').notNullable();
    table.text('name').notNullable();
    // The whole address, which may hold a secret, and how it is imported.
    table.text('sealed').notNullable();
    table.text('every').notNullable();
    table.text('created_at').notNullable();
    table.text('read_at');
    table.text('error');
    // Before it nobody reads; null: never.
    table.text('next_read_at');
    table.unique(['store_id', 'kind', 'name']);
    table.index(['next_read_at']);
  });
}
