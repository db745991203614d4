import type { Knex } from 'knex';

/** What shoppers did with each product, by the day, and the orders that pages report (decision 0043). */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('product_days', (table) => {
    table.bigIncrements('sequence');
    table.text('store_id').notNullable().references('id').inTable('stores');
    // UTC: '2026-11-22'.
    table.text('day').notNullable();
    table.text('agent_id').notNullable();
    table.text('product_id').notNullable();
    for (const sum of sums) table.integer(sum).notNullable();
    table.unique(['store_id', 'day', 'agent_id', 'product_id']);
  });
  await db.schema.createTable('orders', (table) => {
    table.bigIncrements('sequence');
    table.text('store_id').notNullable().references('id').inTable('stores');
    // A hash of the shop's id of the order: it is counted once, also after its person is erased.
    table.text('order_key').notNullable();
    table.text('order_id');
    table.text('visitor_id');
    table.text('conversation_id');
    table.text('agent_id').notNullable();
    table.text('items').notNullable();
    table.bigInteger('amount').notNullable();
    table.text('currency').notNullable();
    table.text('at').notNullable();
    table.unique(['store_id', 'order_key']);
    table.index(['store_id', 'at']);
    table.index(['store_id', 'conversation_id']);
  });
  const count = (type: string): string => `sum(case when type = 'product_${type}' then 1 else 0 end)`;
  await db.raw(
    `insert into product_days (store_id, day, agent_id, product_id, shown, clicked, added, ordered)
     select store_id, substr(at, 1, 10), agent_id, product_id,
       ${count('shown')}, ${count('clicked')}, ${count('added')}, 0
     from widget_events where product_id is not null
     group by store_id, substr(at, 1, 10), agent_id, product_id`,
  );
}

const sums = ['shown', 'clicked', 'added', 'ordered'];
