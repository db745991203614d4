import type { Knex } from 'knex';

/**
 * What replies cost, in millionths of a US dollar: of each, in the hourly sums, and of a store in each month, with the
 * store's cap (decision 0059). Earlier replies cost nothing: the prices of their time are not known.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('stores', (table) => table.bigInteger('monthly_cap_micros'));
  for (const name of withCosts) {
    await db.schema.alterTable(name, (table) => table.bigInteger('cost_micros').notNullable().defaultTo(0));
  }
  await db.schema.createTable('store_months', (table) => {
    table.bigIncrements('sequence');
    table.text('store_id').notNullable().references('id').inTable('stores');
    // UTC: '2026-11'.
    table.text('month').notNullable();
    table.bigInteger('cost_micros').notNullable();
    table.unique(['store_id', 'month']);
  });
}

const withCosts = ['replies', 'token_hours'];
