import type { Knex } from 'knex';

/** Facts about the database itself, one a row: its id, and the time of the last readiness write. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('service_state', (table) => {
    table.text('name').primary();
    table.text('value').notNullable();
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('service_state');
}
