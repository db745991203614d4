import type { Knex } from 'knex';
import { timeColumns, timeEnds } from '../time-ranges.ts';

/**
 * When each product was read, which is not known of those from before, and the times of replies in ranges, by the hour
 * (decision 0043), of those that are kept. The version before reads times without the index that goes, more slowly.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('catalog_products', (table) => void table.text('read_at'));
  await db.schema.createTable('time_hours', (table) => {
    table.bigIncrements('sequence');
    table.text('store_id').notNullable().references('id').inTable('stores');
    // UTC, of the conversation's begin: '2026-11-22T16'.
    table.text('hour').notNullable();
    table.text('agent_id').notNullable();
    table.text('measure').notNullable();
    for (const column of timeColumns) table.integer(column).notNullable().defaultTo(0);
    table.unique(['store_id', 'hour', 'agent_id', 'measure']);
  });
  await fillTimes(db);
  await db.schema.alterTable('replies', (table) => void table.dropIndex([], 'replies_times'));
}

/** Adds the times of all stored replies. */
export async function fillTimes(db: Knex): Promise<void> {
  const measures = [
    ['first_token', 'first_token_ms', 'first_token_ms is not null'],
    ['reply', 'total_ms', "outcome = 'complete'"],
  ] as const;
  for (const [measure, ms, condition] of measures) {
    const counts = timeEnds.map((end, index) => {
      const isAbove = `${ms} > ${timeEnds[index - 1] ?? -1}`;
      const isLast = index === timeEnds.length - 1;
      return `sum(case when ${isAbove} ${isLast ? '' : `and ${ms} <= ${end}`} then 1 else 0 end)`;
    });
    await db.raw(
      `insert into time_hours (store_id, hour, agent_id, measure, ${timeColumns.join(', ')})
       select store_id, substr(conversation_started_at, 1, 13) as hour, agent_id, '${measure}', ${counts.join(', ')}
       from replies where not is_test and ${condition} group by 1, 2, 3`,
    );
  }
}
