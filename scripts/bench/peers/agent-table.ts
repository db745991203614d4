import { createHash, randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';

interface AgentRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly description: string | null;
  readonly config: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface AgentBody {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** The same work in every peer that has a database: a key looked up by hash, agents read and written by prepared statements. */
export interface AgentTable {
  storeOfKey(authorization: string | undefined): string | undefined;
  list(storeId: string): object[];
  create(storeId: string, body: AgentBody): object;
  widget(storeId: string, chatbotId: string): object | undefined;
}

export function openAgentTable(file: string): AgentTable {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  const findKey = db.prepare<[string], { store_id: string }>('SELECT store_id FROM api_keys WHERE hash = ?');
  const select = db.prepare<[string], AgentRow>('SELECT * FROM agents WHERE store_id = ? ORDER BY rowid');
  const insert = db.prepare(
    'INSERT INTO agents (id, store_id, name, type, description, config, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const chatbot = db.prepare<[string, string], { body: string }>(
    'SELECT body FROM chatbots WHERE store_id = ? AND id = ?',
  );
  return {
    storeOfKey: (authorization) =>
      authorization?.startsWith('Bearer ')
        ? findKey.get(hashOf(authorization.slice(7)))?.store_id
        : undefined,
    list: (storeId) => select.all(storeId).map(agentOf),
    create: (storeId, body) => {
      const now = new Date().toISOString();
      const config = { temperature: 0.7, max_tokens: 4096, ...body.config };
      const row = {
        id: randomUUID(),
        ...body,
        description: body.description ?? null,
        config: JSON.stringify(config),
        created_at: now,
        updated_at: now,
      };
      insert.run(row.id, storeId, row.name, row.type, row.description, row.config, now, now);
      return agentOf(row);
    },
    widget: (storeId, chatbotId) => {
      const row = chatbot.get(storeId, chatbotId);
      return row === undefined ? undefined : (JSON.parse(row.body) as object);
    },
  };
}

export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function agentOf(row: AgentRow): object {
  const { id, name, type, description, config, created_at, updated_at } = row;
  return {
    id,
    name,
    type,
    ...(description === null ? {} : { description }),
    config: JSON.parse(config) as object,
    status: 'active',
    created_at,
    updated_at,
  };
}
