import type { Database } from 'better-sqlite3';
import type { Knex } from 'knex';
import { isPostgres } from './connect.ts';
import type { GroupCommit } from './group-commit.ts';
import { oftenReadRows, rawRows } from './raw-rows.ts';
import { createReadCache } from './read-cache.ts';
import type { AgentConfig, AgentRecord } from './records.ts';
import type { AgentRepository } from './repositories.ts';
import { prepared } from './sqlite-handle.ts';

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

const listSql = 'select * from agents where store_id = ? order by sequence';
const findSql = 'select * from agents where store_id = ? and id = ?';
// With values: SQLite takes more than twice as long for what a select brings, through a table of its own.
const insertSql = `insert into agents (id, store_id, name, type, description, config, created_at, updated_at)
  values (@id, @store_id, @name, @type, @description, @config, @created_at, @updated_at)`;
const countSql = 'select count(*) as agents from agents where store_id = ?';

/** Agents over the table `agents`. */
export function createAgentRepository(db: Knex, commits: GroupCommit): AgentRepository {
  const lists = createReadCache<readonly AgentRecord[]>(db);
  const agents = createReadCache<AgentRecord>(db);
  return {
    async list(storeId) {
      const load = async () => {
        const rows = await oftenReadRows<AgentRow>(db, listSql, [storeId]);
        return { value: rows.map(toAgent), weight: rows.reduce((sum, row) => sum + weightOf(row), 0) };
      };
      return (await lists.read(storeId, '', load)) ?? [];
    },
    find: (storeId, agentId) =>
      agents.read(storeId, agentId, async () => {
        const [row] = await oftenReadRows<AgentRow>(db, findSql, [storeId, agentId]);
        return row && { value: toAgent(row), weight: weightOf(row) };
      }),
    async insertWithinLimit(storeId, agent, limit) {
      const row = toRow(storeId, agent);
      try {
        const isInserted = isPostgres(db)
          ? await insertLocked(db, row, limit)
          : await commits.write((connection) => insertIn(connection, row, limit));
        return isInserted ? 'inserted' : 'limit_reached';
      } finally {
        // A write that the disk refused may be there all the same.
        lists.changed(storeId);
      }
    },
  };
}

// Counting and inserting are in one transaction, and in SQLite writers queue up: that is exact.
function insertIn(connection: Database, row: AgentRow, limit: number | null): boolean {
  if (limit !== null && countIn(prepared(connection, countSql).all(row.store_id)) >= limit) return false;
  prepared(connection, insertSql).run(row);
  return true;
}

// PostgreSQL runs transactions side by side, each blind to the other's insert: the store's row is the lock.
// Not FOR UPDATE, which would also hold up every insert that refers to the store.
async function insertLocked(db: Knex, row: AgentRow, limit: number | null): Promise<boolean> {
  if (limit === null) {
    await db<AgentRow>('agents').insert(row);
    return true;
  }
  return db.transaction(async (trx) => {
    await trx('stores').where({ id: row.store_id }).forNoKeyUpdate().select('id');
    if (countIn(await rawRows(trx, countSql, [row.store_id])) >= limit) return false;
    await trx<AgentRow>('agents').insert(row);
    return true;
  });
}

/** PostgreSQL counts in text, for numbers that JavaScript does not have. */
function countIn(rows: readonly unknown[]): number {
  const [row] = rows as readonly { readonly agents: number | string }[];
  return Number(row?.agents);
}

/** About how many characters a row takes. */
function weightOf(row: AgentRow): number {
  return row.config.length + row.name.length + (row.description?.length ?? 0) + 500;
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
