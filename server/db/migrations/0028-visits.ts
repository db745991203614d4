import type { Knex } from 'knex';

/**
 * How far each visitor came since they opened the chat or asked (decision 0043). The visits of before are
 * those of the events and conversations that are kept.
 */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('visits', (table) => {
    table.bigIncrements('sequence');
    table.text('store_id').notNullable().references('id').inTable('stores');
    table.text('visitor_id').notNullable();
    table.text('agent_id').notNullable();
    // A quarter of an hour: '2026-11-22T16:45:00.000Z'.
    table.text('began_at').notNullable();
    // How many of the steps the visitor has done.
    table.integer('done').notNullable();
    table.unique(['store_id', 'visitor_id', 'agent_id', 'began_at']);
    // In the order of visitors, so that the furthest of each is found without sorting; with all columns that this reads.
    table.index(['store_id', 'visitor_id', 'began_at', 'done', 'agent_id'], 'visits_visitors');
    table.index(['began_at']);
  });
  const quarter = (at: string): string =>
    `substr(${at}, 1, 14) || case when substr(${at}, 15, 2) < '15' then '00' when substr(${at}, 15, 2) < '30' then '15'
       when substr(${at}, 15, 2) < '45' then '30' else '45' end || ':00.000Z'`;
  const did = (types: string): string =>
    `exists (select 1 from widget_events e where e.store_id = c.store_id and e.conversation_id = c.id and e.type in (${types}))`;
  // A conversation is a visit in which its visitor asked, and did what its events say.
  await db.raw(
    `insert into visits (store_id, visitor_id, agent_id, began_at, done)
     select store_id, visitor_id, agent_id, ${quarter('created_at')}, max(case
         when ${did("'product_shown'")} and ${did("'product_clicked', 'product_added'")} then 4
         when ${did("'product_shown'")} then 3 else 2 end)
     from conversations c where visitor_id is not null and not is_test and message_count > 0
     group by store_id, visitor_id, agent_id, ${quarter('created_at')}`,
  );
  await db.raw(
    `insert into visits (store_id, visitor_id, agent_id, began_at, done)
     select store_id, visitor_id, agent_id, ${quarter('at')}, 1 from widget_events where type = 'opened'
     group by store_id, visitor_id, agent_id, ${quarter('at')}
     on conflict (store_id, visitor_id, agent_id, began_at) do nothing`,
  );
}
