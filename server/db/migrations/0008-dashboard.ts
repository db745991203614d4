import type { Knex } from 'knex';

/** People of the dashboard, their stores, sign-in codes and sessions, and the audit log (decision 0039). */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('users', (table) => {
    table.bigIncrements('sequence');
    table.text('id').notNullable().unique();
    // In lower case.
    table.text('email').notNullable().unique();
    table.text('password');
    table.text('created_at').notNullable();
    table.text('last_sign_in_at');
  });
  await db.schema.createTable('memberships', (table) => {
    table.bigIncrements('sequence');
    table.text('store_id').notNullable().references('id').inTable('stores');
    table.text('user_id').notNullable().references('id').inTable('users');
    table.text('role').notNullable();
    table.text('created_at').notNullable();
    table.unique(['store_id', 'user_id']);
    table.index(['user_id']);
  });
  await createSecrets(db);
  await db.schema.createTable('audit_log', (table) => {
    table.bigIncrements('sequence');
    table.text('id').notNullable().unique();
    table.text('store_id').notNullable().references('id').inTable('stores');
    table.text('at').notNullable();
    table.text('actor').notNullable();
    table.text('address');
    table.text('action').notNullable();
    table.text('subject');
    table.text('detail');
    table.index(['store_id', 'sequence']);
  });
}

async function createSecrets(db: Knex): Promise<void> {
  await db.schema.createTable('sign_in_codes', (table) => {
    table.text('hash').primary();
    table.text('user_id').notNullable().references('id').inTable('users');
    table.text('expires_at').notNullable();
    table.index(['user_id']);
  });
  await db.schema.createTable('sessions', (table) => {
    table.text('id').primary();
    table.text('hash').notNullable().unique();
    table.text('user_id').notNullable().references('id').inTable('users');
    table.text('user_agent');
    table.text('signed_in_at').notNullable();
    table.text('last_used_at').notNullable();
    table.index(['user_id']);
  });
}

export async function down(db: Knex): Promise<void> {
  const tables = ['audit_log', 'sessions', 'sign_in_codes', 'memberships', 'users'];
  for (const table of tables) await db.schema.dropTable(table);
}
