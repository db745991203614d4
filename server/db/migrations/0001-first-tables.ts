import type { Knex } from 'knex';

// JSON is kept as text: jsonb rewrites numbers. Order comes from `sequence`, since two rows can share a
// millisecond. `store_id` is part of every reference, so that no row can point into another store (source 5.9).

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
  await createApiKeys(db);
  await createAgents(db);
  await createChatbots(db);
  await createConversations(db);
  await createCatalog(db);
}

export async function down(db: Knex): Promise<void> {
  const tables = ['catalog_products', 'catalog_versions', 'messages', 'conversations', 'chatbots', 'agents'];
  for (const table of [...tables, 'api_keys', 'stores']) await db.schema.dropTable(table);
}

async function createApiKeys(db: Knex): Promise<void> {
  await db.schema.createTable('api_keys', (table) => {
    belongsToStore(table);
    table.text('hash').notNullable().unique();
    table.text('sealed').notNullable();
    table.text('hint').notNullable();
    table.text('created_at').notNullable();
    table.text('revoked_at');
    table.unique(['id']);
  });
}

async function createAgents(db: Knex): Promise<void> {
  await db.schema.createTable('agents', (table) => {
    belongsToStore(table);
    table.text('name').notNullable();
    table.text('type').notNullable();
    table.text('description');
    table.text('config').notNullable();
    table.text('created_at').notNullable();
    table.text('updated_at').notNullable();
  });
}

async function createChatbots(db: Knex): Promise<void> {
  await db.schema.createTable('chatbots', (table) => {
    belongsToStore(table);
    usesAgent(table);
    table.text('name').notNullable();
    table.text('config').notNullable();
    table.text('allowed_origins').notNullable();
    table.text('created_at').notNullable();
    table.text('updated_at').notNullable();
    table.unique(['id']);
  });
}

async function createConversations(db: Knex): Promise<void> {
  await db.schema.createTable('conversations', (table) => {
    belongsToStore(table);
    usesAgent(table);
    table.text('visitor_id');
    table.text('created_at').notNullable();
  });
  await db.schema.createTable('messages', (table) => {
    belongsToStore(table);
    table.text('conversation_id').notNullable();
    table.integer('position').notNullable();
    table.text('role').notNullable();
    table.text('content').notNullable();
    table.text('outcome').notNullable();
    table.text('usage');
    table.text('created_at').notNullable();
    table.unique(['store_id', 'conversation_id', 'position']);
    table.foreign(['store_id', 'conversation_id']).references(['store_id', 'id']).inTable('conversations');
  });
}

async function createCatalog(db: Knex): Promise<void> {
  await db.schema.createTable('catalog_products', (table) => {
    belongsToStore(table);
    table.text('data').notNullable();
  });
  await db.schema.createTable('catalog_versions', (table) => {
    table.text('store_id').primary().references('id').inTable('stores');
    table.bigInteger('version').notNullable();
  });
}

function belongsToStore(table: Knex.CreateTableBuilder): void {
  table.bigIncrements('sequence');
  table.text('store_id').notNullable().references('id').inTable('stores');
  table.text('id').notNullable();
  table.unique(['store_id', 'id']);
  table.index(['store_id', 'sequence']);
}

function usesAgent(table: Knex.CreateTableBuilder): void {
  table.text('agent_id').notNullable();
  table.foreign(['store_id', 'agent_id']).references(['store_id', 'id']).inTable('agents');
  table.index(['store_id', 'agent_id']);
}
