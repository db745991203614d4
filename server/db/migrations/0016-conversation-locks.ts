import type { Knex } from 'knex';

/** PostgreSQL: who may write to a conversation, on any node (decision 0054). SQLite has one process, with locks in memory. */
export async function up(db: Knex): Promise<void> {
  if (db.client.driverName !== 'pg') return;
  await db.schema.createTable('conversation_locks', (table) => {
    table.bigIncrements('id');
    // No reference: the first message of a conversation has its ticket before there is a conversation.
    table.text('conversation_id').notNullable();
    table.timestamp('expires_at').notNullable();
    table.index(['conversation_id', 'id']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTableIfExists('conversation_locks');
}
