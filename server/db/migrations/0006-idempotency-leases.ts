import type { Knex } from 'knex';

/** A request in progress has a lease that its process renews, and the question that it has stored (decision 0030). */
export async function up(db: Knex): Promise<void> {
  // Requests in progress of an earlier version have no lease: their keys are free again.
  await db('idempotent_requests').whereNull('answer').delete();
  await db.schema.alterTable('idempotent_requests', (table) => {
    table.renameColumn('answer', 'response');
    table.text('question_id');
    table.text('owner');
    table.text('lease_until');
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('idempotent_requests', (table) => {
    table.renameColumn('response', 'answer');
    table.dropColumns('question_id', 'owner', 'lease_until');
  });
}
