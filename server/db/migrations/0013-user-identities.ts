import type { Knex } from 'knex';

/** Accounts of people at OpenID Connect providers (decision 0046). */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('user_identities', (table) => {
    table.text('issuer').notNullable();
    table.text('subject').notNullable();
    table.text('user_id').notNullable().references('id').inTable('users');
    table.text('created_at').notNullable();
    table.primary(['issuer', 'subject']);
    // One account of an issuer for each person: an address that gets a new holder there opens nothing.
    table.unique(['user_id', 'issuer']);
  });
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('user_identities');
}
