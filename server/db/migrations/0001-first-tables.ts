import { readFileSync } from 'node:fs';
import type { Knex } from 'knex';
import { createConversations } from './conversation-tables.ts';
import { belongsToStore, usesAgent } from './store-columns.ts';

// JSON is kept as text: jsonb rewrites numbers. Order comes from `sequence`, since two rows can share a
// millisecond. `store_id` is part of every reference, so that no row can point into another store (source 5.9).

/** The migrations that are a part of this one. Databases with an earlier version of it have them all (README.md). */
export const contained = [
  '0002-connections-and-retries',
  '0003-image-hosts',
  '0004-service-state',
  '0005-api-key-use',
  '0006-idempotency-leases',
  '0007-link-hosts',
  '0008-dashboard',
  '0009-conversation-records',
  '0010-widget-events',
  '0011-versions',
  '0012-catalog-imports',
  '0013-user-identities',
  '0014-idempotent-questions',
  '0015-rate-limits',
  '0016-conversation-locks',
];

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('stores', (table) => {
    table.bigIncrements('sequence');
    table.text('id').notNullable().unique();
    table.text('name').notNullable();
    table.text('plan').notNullable();
    table.integer('requests_per_minute');
    table.integer('agent_limit');
    table.text('created_at').notNullable();
  });
  await createAgents(db);
  await createConversations(db);
  await createCatalog(db);
  await createServiceTables(db);
  await createPeople(db);
  await createRateLimits(db);
}

async function createAgents(db: Knex): Promise<void> {
  await db.schema.createTable('api_keys', (table) => {
    belongsToStore(table);
    table.text('hash').notNullable().unique();
    table.text('sealed').notNullable();
    table.text('hint').notNullable();
    table.text('note');
    // To the minute: it is written at most once a minute.
    table.text('last_used_at');
    // Set on a key that was replaced with an overlap; it is rejected from then on.
    table.text('expires_at');
    table.text('created_at').notNullable();
    table.text('revoked_at');
    table.unique(['id']);
  });
  await db.schema.createTable('agents', (table) => {
    belongsToStore(table);
    table.text('name').notNullable();
    table.text('type').notNullable();
    table.text('description');
    table.text('config').notNullable();
    table.text('status').notNullable().defaultTo('active');
    isVersioned(table);
    // A deleted agent keeps its row, since its conversations refer to it.
    table.text('deleted_at');
  });
  await db.schema.createTable('chatbots', (table) => {
    belongsToStore(table);
    usesAgent(table);
    table.text('name').notNullable();
    table.text('config').notNullable();
    for (const hosts of ['image_hosts', 'link_hosts']) table.text(hosts).notNullable().defaultTo('[]');
    table.text('allowed_origins').notNullable();
    isVersioned(table);
    table.text('placed_at');
    table.unique(['id']);
  });
}

function isVersioned(table: Knex.CreateTableBuilder): void {
  table.integer('version').notNullable().defaultTo(1);
  table.text('created_at').notNullable();
  table.text('updated_at').notNullable();
}

async function createCatalog(db: Knex): Promise<void> {
  await db.schema.createTable('catalog_products', (table) => {
    belongsToStore(table);
    table.text('data').notNullable();
    table.integer('variants').notNullable().defaultTo(0);
    // For counts, which then need not read the products.
    table.index(['store_id', 'variants']);
  });
  await db.schema.createTable('catalog_versions', (table) => {
    table.text('store_id').primary().references('id').inTable('stores');
    table.bigInteger('version').notNullable();
  });
  await db.schema.createTable('catalog_imports', (table) => {
    table.bigIncrements('sequence');
    table.text('id').notNullable().unique();
    table.text('store_id').notNullable().references('id').inTable('stores');
    for (const column of ['status', 'source', 'started_at']) table.text(column).notNullable();
    table.text('format');
    table.text('ended_at');
    for (const count of ['lines', 'products', 'skipped_lines', 'rejected_lines'])
      table.integer(count).notNullable();
    // JSON: the first rejected lines.
    table.text('rejected').notNullable();
    table.text('error');
    table.text('owner');
    table.text('lease_until');
    table.index(['store_id', 'sequence']);
    // One running import a store.
    table.unique(['store_id'], {
      indexName: 'catalog_imports_running',
      predicate: db.whereRaw("status = 'running'"),
    });
  });
}

async function createServiceTables(db: Knex): Promise<void> {
  // Facts about the database itself, one a row: its id, and the time of the last readiness write.
  await db.schema.createTable('service_state', (table) => {
    table.text('name').primary();
    table.text('value').notNullable();
  });
  await db.schema.createTable('connections', (table) => {
    table.bigIncrements('sequence');
    table.text('id').notNullable().unique();
    // Null: every store of this deployment may use it.
    table.text('store_id').references('id').inTable('stores');
    // The store's id or '*': a null would not count as a duplicate.
    table.text('scope').notNullable();
    table.text('type').notNullable();
    table.text('url').notNullable();
    table.text('sealed_headers').notNullable();
    table.boolean('allow_private').notNullable();
    table.text('created_at').notNullable();
    table.unique(['scope', 'type']);
  });
  await db.schema.createTable('idempotent_requests', (table) => {
    table.bigIncrements('sequence');
    table.text('store_id').notNullable().references('id').inTable('stores');
    table.text('operation').notNullable();
    table.text('key').notNullable();
    table.text('fingerprint').notNullable();
    // JSON text; null while the first request is in progress.
    table.text('response');
    table.text('created_at').notNullable();
    // A request in progress has a lease that its process renews, and the question that it has stored (decision 0030).
    for (const column of ['question_id', 'owner', 'lease_until']) table.text(column);
    table.unique(['store_id', 'operation', 'key']);
    table.index(['created_at']);
    table.index(['question_id'], 'idempotent_requests_question', {
      predicate: db.whereNotNull('question_id'),
    });
  });
}

/** People of the dashboard, their stores, accounts, sign-in codes and sessions, and the audit log (decisions 0039, 0046). */
async function createPeople(db: Knex): Promise<void> {
  const isOfUser = (table: Knex.CreateTableBuilder) =>
    table.text('user_id').notNullable().references('id').inTable('users');
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
    isOfUser(table);
    table.text('role').notNullable();
    table.text('created_at').notNullable();
    table.unique(['store_id', 'user_id']);
    table.index(['user_id']);
  });
  await db.schema.createTable('sign_in_codes', (table) => {
    table.text('hash').primary();
    isOfUser(table);
    table.text('expires_at').notNullable();
    table.index(['user_id']);
  });
  await db.schema.createTable('sessions', (table) => {
    table.text('id').primary();
    table.text('hash').notNullable().unique();
    isOfUser(table);
    table.text('user_agent');
    table.text('signed_in_at').notNullable();
    table.text('last_used_at').notNullable();
    table.index(['user_id']);
  });
  await db.schema.createTable('user_identities', (table) => {
    for (const column of ['issuer', 'subject', 'created_at']) table.text(column).notNullable();
    isOfUser(table);
    table.primary(['issuer', 'subject']);
    // One account of an issuer for each person: an address that gets a new holder there opens nothing.
    table.unique(['user_id', 'issuer']);
  });
  await db.schema.createTable('audit_log', (table) => {
    table.bigIncrements('sequence');
    table.text('id').notNullable().unique();
    table.text('store_id').notNullable().references('id').inTable('stores');
    for (const column of ['at', 'actor', 'action']) table.text(column).notNullable();
    for (const column of ['address', 'subject', 'detail']) table.text(column);
    table.index(['store_id', 'sequence']);
  });
}

/**
 * The use of plans, and with PostgreSQL the rate limits of all processes (decision 0053); with SQLite one process decides in
 * memory. A later migration that changes the function keeps its parameters and columns: processes of the version before
 * still call it.
 */
async function createRateLimits(db: Knex): Promise<void> {
  await db.schema.createTable('request_hours', (table) => {
    table.text('store_id').notNullable().references('id').inTable('stores');
    // UTC: `2026-11-22T16`.
    table.text('hour').notNullable();
    for (const count of ['requests', 'rejected', 'peak_requests']) table.integer(count).notNullable();
    table.text('peak_at');
    table.primary(['store_id', 'hour']);
  });
  await db.schema.createTable('request_minutes', (table) => {
    table.text('store_id').notNullable().references('id').inTable('stores');
    // The keys of the store, or a chatbot.
    table.text('window').notNullable();
    table.text('minute').notNullable();
    table.integer('requests').notNullable();
    table.primary(['store_id', 'window', 'minute']);
    table.index(['minute']);
  });
  if (db.client.driverName !== 'pg') return;
  await db.raw(readFileSync(new URL('rate-limits.sql', import.meta.url), 'utf8'));
}
