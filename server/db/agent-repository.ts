import type { Knex } from 'knex';
import { createReadCache } from './read-cache.ts';
import type { AgentConfig, AgentRecord, AgentStatus } from './records.ts';
import type { AgentRepository, ChangeOutcome } from './repositories.ts';
import type { Write } from './write.ts';

interface AgentRow {
  id: string;
  store_id: string;
  name: string;
  type: string;
  description: string | null;
  config: string;
  status: AgentStatus;
  version: number;
  created_at: string;
  updated_at: string;
  deleted_at: string | null;
}

/** Agents over the table `agents`. */
export function createAgentRepository(db: Knex, write: Write): AgentRepository {
  const table = () => db<AgentRow>('agents').where({ deleted_at: null });
  const lists = createReadCache<readonly AgentRecord[]>(db);
  const agents = createReadCache<AgentRecord>(db);
  const invalidate = (storeId: string): void => {
    lists.invalidate(storeId);
    agents.invalidate(storeId);
  };
  return {
    async list(storeId) {
      const load = async () => {
        // By the time that clients see: creates at once on several nodes are inserted in any order.
        const rows = await table().where({ store_id: storeId }).orderBy(['created_at', 'sequence']);
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
    async update(storeId, agent, version) {
      const { id, created_at: _createdAt, ...change } = toRow(storeId, agent);
      try {
        return await write((trx) => changeVersion(trx, { store_id: storeId, id, version }, change));
      } finally {
        invalidate(storeId);
      }
    },
    async remove(storeId, agentId, { version, at }) {
      try {
        return await write((trx) => removeUnused(trx, { store_id: storeId, id: agentId, version }, at));
      } finally {
        invalidate(storeId);
      }
    },
    countConversations: (storeId) => countConversations(db, storeId),
  };
}

type VersionId = Pick<AgentRow, 'store_id' | 'id' | 'version'>;

async function changeVersion(
  trx: Knex.Transaction,
  { version, ...id }: VersionId,
  change: Partial<AgentRow>,
): Promise<ChangeOutcome> {
  const present = () => trx<AgentRow>('agents').where({ ...id, deleted_at: null });
  if (
    (await present()
      .where({ version })
      .update({ ...change, version: version + 1 })) > 0
  )
    return 'changed';
  return (await present().first('id')) === undefined ? 'not_found' : 'other_version';
}

async function removeUnused(
  trx: Knex.Transaction,
  { version, ...id }: VersionId,
  at: string,
): Promise<ChangeOutcome | 'in_use'> {
  // Until the commit no chatbot can begin to use it: see `lockAgent`.
  await trx<AgentRow>('agents').where(id).forUpdate().first('id');
  const user = await trx('chatbots').where({ store_id: id.store_id, agent_id: id.id }).first('id');
  return user === undefined ? changeVersion(trx, { ...id, version }, { deleted_at: at }) : 'in_use';
}

async function countConversations(db: Knex, storeId: string): Promise<ReadonlyMap<string, number>> {
  const rows: Record<string, unknown>[] = await db('conversations')
    .where({ store_id: storeId, is_test: false })
    .groupBy('agent_id')
    .select('agent_id')
    .count({ count: '*' });
  // PostgreSQL returns a count as text.
  return new Map(rows.map((row) => [String(row['agent_id']), Number(row['count'])]));
}

/** Whether the store has the agent; keeps it from being deleted until the transaction commits. */
export async function lockAgent(trx: Knex.Transaction, storeId: string, agentId: string): Promise<boolean> {
  const agent = trx<AgentRow>('agents').where({ store_id: storeId, id: agentId, deleted_at: null });
  return (await agent.forShare().first('id')) !== undefined;
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
  const counted = await trx('agents')
    .where({ store_id: storeId, deleted_at: null })
    .count({ agents: '*' })
    .first();
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
    status: row.status,
    version: row.version,
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
    status: agent.status,
    version: agent.version,
    created_at: agent.createdAt,
    updated_at: agent.updatedAt,
    deleted_at: null,
  };
}
