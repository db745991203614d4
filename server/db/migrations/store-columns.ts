import type { Knex } from 'knex';

/** For the rows of a store that have an id. */
export function belongsToStore(table: Knex.CreateTableBuilder): void {
  table.bigIncrements('sequence');
  table.text('store_id').notNullable().references('id').inTable('stores');
  table.text('id').notNullable();
  table.unique(['store_id', 'id']);
  table.index(['store_id', 'sequence']);
}

/** For the rows that refer to an agent of their store. */
export function usesAgent(table: Knex.CreateTableBuilder): void {
  table.text('agent_id').notNullable();
  table.foreign(['store_id', 'agent_id']).references(['store_id', 'id']).inTable('agents');
  table.index(['store_id', 'agent_id']);
}
