import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('api_keys', (table) => {
    table.text('note');
    // To the minute: it is written at most once a minute.
    table.text('last_used_at');
    // Set on a key that was replaced with an overlap; it is rejected from then on.
    table.text('expires_at');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('api_keys', (table) => {
    table.dropColumns('note', 'last_used_at', 'expires_at');
  });
}
