import type { Knex } from 'knex';

/** Deleting a conversation deletes the responses that are stored for repetitions of its requests (decision 0042). */
export async function up(db: Knex): Promise<void> {
  await db.raw(
    'create index idempotent_requests_question on idempotent_requests (question_id) where question_id is not null',
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw('drop index idempotent_requests_question');
}
