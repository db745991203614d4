import type { Knex } from 'knex';

/** Agents can be disabled and deleted, and agents and chatbots count their changes (decision 0044). */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('agents', (table) => {
    table.text('status').notNullable().defaultTo('active');
    table.integer('version').notNullable().defaultTo(1);
    // A deleted agent keeps its row, since its conversations refer to it.
    table.text('deleted_at');
  });
  await db.schema.alterTable('chatbots', (table) => {
    table.integer('version').notNullable().defaultTo(1);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.raw('alter table chatbots drop column version');
  // Knex would copy the table, which conversations refer to.
  for (const column of ['status', 'version', 'deleted_at'])
    await db.raw('alter table agents drop column ??', [column]);
}
