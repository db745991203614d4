import type { Knex } from 'knex';
import type { GroupCommit } from './group-commit.ts';
import { isPostgres } from './is-postgres.ts';
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
      const insert = insertInto(toRow(storeId, agent), limit);
      try {
        const rows = isPostgres(db)
          ? await (limit === null
              ? rawRows(db, insert.sql, insert.bindings)
              : insertLocked(db, storeId, insert))
          : await commits.write((connection) => prepared(connection, insert.sql).all(...insert.bindings));
        return rows.length > 0 ? 'inserted' : 'limit_reached';
      } finally {
        // A write that the disk refused may be there all the same.
        lists.changed(storeId);
      }
    },
  };
}

interface Insert {
  readonly sql: string;
  readonly bindings: readonly (string | number | null)[];
}

// One statement counts and inserts: in SQLite, where writers queue up, that alone is exact.
function insertInto(row: AgentRow, limit: number | null): Insert {
  const columns = Object.keys(row);
  const insert = `insert into agents (${columns.join(', ')}) select ${columns.map(() => '?').join(', ')}`;
  const values: (string | null)[] = Object.values(row);
  if (limit === null) return { sql: `${insert} returning id`, bindings: values };
  const below = 'where (select count(*) from agents where store_id = ?) < ?';
  return { sql: `${insert} ${below} returning id`, bindings: [...values, row.store_id, limit] };
}

// PostgreSQL runs statements side by side, each blind to the other's insert: the store's row is the lock.
// Not FOR UPDATE, which would also hold up every insert that refers to the store.
function insertLocked(db: Knex, storeId: string, { sql, bindings }: Insert): Promise<unknown[]> {
  return db.transaction(async (trx) => {
    await trx('stores').where({ id: storeId }).forNoKeyUpdate().select('id');
    return rawRows(trx, sql, bindings);
  });
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
