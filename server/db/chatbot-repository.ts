import type { Knex } from 'knex';
import { lockAgent } from './agents.ts';
import { createReadCache } from './read-cache.ts';
import type { ChatbotRecord, WidgetSettings } from './records.ts';
import type { ChangeOutcome, ChatbotRepository } from './repositories.ts';
import { toRow } from './columns.ts';
import type { Write } from './write.ts';

export interface ChatbotRow {
  id: string;
  store_id: string;
  agent_id: string;
  name: string;
  config: WidgetSettings;
  allowed_origins: readonly string[];
  image_hosts: readonly string[];
  link_hosts: readonly string[];
  status: ChatbotRecord['status'];
  /** When a page first opened a session. */
  placed_at?: string | null;
  version: number;
  created_at: string;
  updated_at: string;
}

/** Chatbots over the table `chatbots`. */
export function createChatbotRepository(db: Knex, write: Write): ChatbotRepository {
  const table = () => db('chatbots');
  const cache = createReadCache(db);
  /** Chatbots whose `placed_at` is set, as far as is known here: every page view asks for it. */
  const placed = new Set<string>();
  const find = async (condition: Partial<ChatbotRow>) => {
    const row = await table().where(condition).first();
    return row && toChatbot(row);
  };
  return {
    async insert(storeId, chatbot) {
      const isInserted = await write(async (trx) => {
        if (!(await lockAgent(trx, storeId, chatbot.agentId))) return false;
        await trx('chatbots').insert(rowOf(storeId, chatbot));
        return true;
      });
      cache.invalidate(storeId, 'chatbots');
      return isInserted;
    },
    async update(storeId, chatbot, version) {
      try {
        return await write((trx) => updateRow(trx, storeId, chatbot, version));
      } finally {
        // Also after an error: a commit that failed may have been written.
        cache.invalidate(storeId, 'chatbots');
      }
    },
    async remove(storeId, chatbotId, version) {
      try {
        return await write((trx) => removeRow(trx, { store_id: storeId, id: chatbotId }, version));
      } finally {
        cache.invalidate(storeId, 'chatbots');
      }
    },
    find: (storeId, chatbotId) =>
      cache.get(storeId, 'chatbots', chatbotId, () => find({ store_id: storeId, id: chatbotId })),
    findPublic: (chatbotId) => find({ id: chatbotId }),
    async listAllowedOrigins() {
      const rows = await table().distinct('allowed_origins');
      return rows.flatMap(({ allowed_origins: origins }) => origins);
    },
    async setPlaced(storeId, id, at) {
      if (placed.has(id)) return;
      const chatbot = { store_id: storeId, id };
      await write((trx) => trx('chatbots').where(chatbot).whereNull('placed_at').update({ placed_at: at }));
      placed.add(id);
    },
    async list(storeId) {
      return (await table().where({ store_id: storeId }).orderBy('sequence')).map(toChatbot);
    },
  };
}

type RowKey = Pick<ChatbotRow, 'store_id' | 'id'>;

async function updateRow(
  trx: Knex.Transaction,
  storeId: string,
  chatbot: ChatbotRecord,
  version: number,
): Promise<ChangeOutcome | 'agent_not_found'> {
  if (!(await lockAgent(trx, storeId, chatbot.agentId))) return 'agent_not_found';
  const { id, created_at: _createdAt, ...row } = rowOf(storeId, chatbot);
  const own = { store_id: storeId, id };
  const current = trx('chatbots').where({ ...own, version });
  const changed = await current.update({ ...row, version: version + 1 });
  return changed > 0 ? 'changed' : whyUnchanged(trx, own);
}

async function removeRow(trx: Knex.Transaction, own: RowKey, version: number): Promise<ChangeOutcome> {
  const current = trx('chatbots').where({ ...own, version });
  return (await current.delete()) > 0 ? 'changed' : whyUnchanged(trx, own);
}

async function whyUnchanged(trx: Knex.Transaction, own: RowKey): Promise<'not_found' | 'other_version'> {
  return (await trx('chatbots').where(own).first('id')) === undefined ? 'not_found' : 'other_version';
}

function toChatbot(row: ChatbotRow): ChatbotRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    agentId: row.agent_id,
    name: row.name,
    config: row.config,
    allowedOrigins: row.allowed_origins,
    imageHosts: row.image_hosts,
    linkHosts: row.link_hosts,
    status: row.status,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function rowOf(storeId: string, chatbot: ChatbotRecord) {
  return toRow('chatbots', {
    id: chatbot.id,
    store_id: storeId,
    agent_id: chatbot.agentId,
    name: chatbot.name,
    config: chatbot.config,
    allowed_origins: chatbot.allowedOrigins,
    image_hosts: chatbot.imageHosts,
    link_hosts: chatbot.linkHosts,
    status: chatbot.status,
    version: chatbot.version,
    created_at: chatbot.createdAt,
    updated_at: chatbot.updatedAt,
  });
}
