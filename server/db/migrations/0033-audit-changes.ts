import type { Knex } from 'knex';

/** An entry of the audit log has the fields that changed, before and after, so that they are seen and undone. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('audit_log', (table) => void table.text('changes'));
}
