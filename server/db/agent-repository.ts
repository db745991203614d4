import type { Knex } from 'knex';
import { isPostgres } from './is-postgres.ts';
import { rawRows } from './raw-rows.ts';
import type { AgentConfig, AgentRecord } from './records.ts';
import type { AgentRepository } from './repositories.ts';

interface AgentRow {
  id: string;
  store_id: string;
  name: string;
  type: string;
  description: string | null;
  config: string;
  created_at: string;
  updated_at: string;
}

/** Agents over the table `agents`. */
export function createAgentRepository(db: Knex): AgentRepository {
  const table = () => db<AgentRow>('agents');
  return {
    async list(storeId) {
      return (await table().where({ store_id: storeId }).orderBy('sequence')).map(toAgent);
    },
    async find(storeId, agentId) {
      const row = await table().where({ store_id: storeId, id: agentId }).first();
      return row && toAgent(row);
    },
    async insertWithinLimit(storeId, agent, limit) {
      const row = toRow(storeId, agent);
      if (limit === null) {
        await table().insert(row);
        return 'inserted';
      }
      const inserted = isPostgres(db)
        ? await insertLocked(db, row, limit)
        : await insertIfBelow(db, row, limit);
      return inserted ? 'inserted' : 'limit_reached';
    },
  };
}

// PostgreSQL runs statements side by side, each blind to the other's insert: the store's row is the lock.
// Not FOR UPDATE, which would also hold up every insert that refers to the store.
function insertLocked(db: Knex, row: AgentRow, limit: number): Promise<boolean> {
  return db.transaction(async (trx) => {
    await trx('stores').where({ id: row.store_id }).forNoKeyUpdate().select('id');
    return insertIfBelow(trx, row, limit);
  });
}

// One statement counts and inserts: in SQLite, where writers queue up, that alone is exact.
async function insertIfBelow(db: Knex, row: AgentRow, limit: number): Promise<boolean> {
  const columns = Object.keys(row);
  const rows = await rawRows(
    db,
    `insert into agents (${columns.join(', ')}) select ${columns.map(() => '?').join(', ')}
     where (select count(*) from agents where store_id = ?) < ? returning id`,
    [...Object.values(row), row.store_id, limit],
  );
  return rows.length > 0;
}

function toAgent(row: AgentRow): AgentRecord {
  const config: AgentConfig = JSON.parse(row.config);
  return {
    id: row.id,
    storeId: row.store_id,
    name: row.name,
    type: row.type,
    description: row.description,
    config,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toRow(storeId: string, agent: AgentRecord): AgentRow {
  return {
    id: agent.id,
    store_id: storeId,
    name: agent.name,
    type: agent.type,
    description: agent.description,
    config: JSON.stringify(agent.config),
    created_at: agent.createdAt,
    updated_at: agent.updatedAt,
  };
}
