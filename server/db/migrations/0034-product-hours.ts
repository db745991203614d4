import type { Knex } from 'knex';

/**
 * Products are counted by quarters of an hour, so that days are those of any time zone. What was counted by days of UTC
 * counts at noon: in most zones that is the same day.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.renameTable('product_days', 'product_hours');
  await db.raw('alter table product_hours rename column day to hour');
  await db.raw("update product_hours set hour = hour || 'T12'");
}
