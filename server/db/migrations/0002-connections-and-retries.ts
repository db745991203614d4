import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('connections', (table) => {
    table.bigIncrements('sequence');
    table.text('id').notNullable().unique();
    // Null: every store of this deployment may use it.
    table.text('store_id').references('id').inTable('stores');
    // The store's id or '*': a null would not count as a duplicate.
    table.text('scope').notNullable();
    table.text('type').notNullable();
    table.text('url').notNullable();
    table.text('sealed_headers').notNullable();
    table.boolean('allow_private').notNullable();
    table.text('created_at').notNullable();
    table.unique(['scope', 'type']);
  });
  await db.schema.createTable('idempotent_requests', (table) => {
    table.bigIncrements('sequence');
    table.text('store_id').notNullable().references('id').inTable('stores');
    table.text('operation').notNullable();
    table.text('key').notNullable();
    table.text('fingerprint').notNullable();
    // The response as JSON text; null while the first request is in progress.
    table.text('answer');
    table.text('created_at').notNullable();
    table.unique(['store_id', 'operation', 'key']);
    table.index(['created_at']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('idempotent_requests');
  await db.schema.dropTable('connections');
}
