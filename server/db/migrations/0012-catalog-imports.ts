import type { Knex } from 'knex';

/** Imports of catalogues, and the number of variants of each product (decision 0045). */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('catalog_imports', (table) => {
    table.bigIncrements('sequence');
    table.text('id').notNullable().unique();
    table.text('store_id').notNullable().references('id').inTable('stores');
    table.text('status').notNullable();
    table.text('source').notNullable();
    table.text('format');
    table.text('started_at').notNullable();
    table.text('ended_at');
    table.integer('lines').notNullable();
    table.integer('products').notNullable();
    table.integer('skipped_lines').notNullable();
    table.integer('rejected_lines').notNullable();
    // JSON: the first rejected lines.
    table.text('rejected').notNullable();
    table.text('error');
    table.text('owner');
    table.text('lease_until');
    table.index(['store_id', 'sequence']);
    // One running import a store.
    table.unique(['store_id'], {
      indexName: 'catalog_imports_running',
      predicate: db.whereRaw("status = 'running'"),
    });
  });
  await db.schema.alterTable('catalog_products', (table) => {
    table.integer('variants').notNullable().defaultTo(0);
    // For counts, which then need not read the products.
    table.index(['store_id', 'variants']);
  });
  const count =
    db.client.driverName === 'pg'
      ? "json_array_length(data::json -> 'variants')"
      : "json_array_length(data, '$.variants')";
  await db('catalog_products').update({ variants: db.raw(count) });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('catalog_products', (table) => {
    table.dropIndex(['store_id', 'variants']);
    table.dropColumn('variants');
  });
  await db.schema.dropTable('catalog_imports');
}
