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
  for (let after = ''; ;) {
    const stores: { id: string }[] = await db('stores')
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .select('id');
    const [store] = stores;
    if (store === undefined) return;
    await fillStore(db, store.id);
    after = store.id;
  }
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable('visits');
}

interface Done {
  readonly visitor_id: string;
  readonly agent_id: string;
  readonly type: string;
  readonly at: string;
}

interface Visit {
  readonly store_id: string;
  readonly visitor_id: string;
  readonly agent_id: string;
  readonly began_at: string;
  done: number;
}

const numbers: Readonly<Record<string, number>> = {
  opened: 1,
  asked: 2,
  product_shown: 3,
  product_clicked: 4,
  product_added: 4,
};

// SQLite has a limit of parameters.
const rowsAtOnce = 500;
const quarterMs = 15 * 60_000;

async function fillStore(db: Knex, storeId: string): Promise<void> {
  const rows = await db<Done>(
    db.raw(
      `(select visitor_id, agent_id, type, at from widget_events where store_id = :storeId
        union all select visitor_id, agent_id, 'asked', created_at from conversations
          where store_id = :storeId and visitor_id is not null and not is_test and message_count > 0) as done`,
      { storeId },
    ),
  )
    .select('visitor_id', 'agent_id', 'type', 'at')
    .orderBy(['visitor_id', 'agent_id', 'at']);
  const visits: Visit[] = [];
  let own: Visit[] = [];
  for (const { visitor_id, agent_id, type, at } of rows) {
    const isSame = own[0]?.visitor_id === visitor_id && own[0].agent_id === agent_id;
    if (!isSame) own = [];
    const number = numbers[type] ?? 0;
    const began_at = new Date(Math.floor(Date.parse(at) / quarterMs) * quarterMs).toISOString();
    if (number <= 2 && own.at(-1)?.began_at !== began_at) {
      const visit = { store_id: storeId, visitor_id, agent_id, began_at, done: number };
      own.push(visit);
      visits.push(visit);
    }
    const visit = number <= 2 ? own.at(-1) : own.findLast(({ done }) => done >= number - 1);
    if (visit !== undefined) visit.done = Math.max(visit.done, number);
  }
  await db.batchInsert('visits', visits, rowsAtOnce);
}
