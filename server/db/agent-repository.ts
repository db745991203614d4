import type { Knex } from 'knex';
import { createReadCache } from './read-cache.ts';
import type { AgentConfig, AgentRecord } from './records.ts';
import type { AgentRepository } from './repositories.ts';
import type { Write } from './write.ts';

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
export function createAgentRepository(db: Knex, write: Write): AgentRepository {
  const table = () => db<AgentRow>('agents');
  const lists = createReadCache<readonly AgentRecord[]>(db);
  const agents = createReadCache<AgentRecord>(db);
  return {
    async list(storeId) {
      const load = async () => {
        const rows = await table().where({ store_id: storeId }).orderBy('sequence');
        return Object.freeze(rows.map(toAgent));
      };
      return (await lists.get(storeId, '', load)) ?? [];
    },
    find: (storeId, agentId) =>
      agents.get(storeId, agentId, async () => {
        const row = await table().where({ store_id: storeId, id: agentId }).first();
        return row && toAgent(row);
      }),
    async insertWithinLimit(storeId, agent, limit, joined) {
      try {
        await write(async (trx) => {
          await joined?.(trx);
          await insertWithinLimit(trx, toRow(storeId, agent), limit);
        });
        return 'inserted';
      } catch (error) {
        if (error instanceof LimitReached) return 'limit_reached';
        throw error;
      } finally {
        // Also after an error: a commit that failed may have been written.
        lists.invalidate(storeId);
      }
    },
  };
}

/** Thrown, so that the transaction keeps nothing of a joined write. */
class LimitReached extends Error {}

async function insertWithinLimit(trx: Knex.Transaction, row: AgentRow, limit: number | null): Promise<void> {
  if (limit !== null && (await countLocked(trx, row.store_id)) >= limit) throw new LimitReached();
  await trx<AgentRow>('agents').insert(row);
}

/** Counts a store's agents, and keeps concurrent transactions from counting them until this one commits. */
async function countLocked(trx: Knex.Transaction, storeId: string): Promise<number> {
  // Not FOR UPDATE, which also blocks every insert that refers to the store. In SQLite there is one writer anyway.
  await trx('stores').where({ id: storeId }).forNoKeyUpdate().first('id');
  const counted = await trx('agents').where({ store_id: storeId }).count({ agents: '*' }).first();
  // PostgreSQL returns a count as text.
  return Number(counted?.['agents']);
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
