import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('chatbots', (table) => {
    table.text('link_hosts').notNullable().defaultTo('[]');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('chatbots', (table) => table.dropColumn('link_hosts'));
}
