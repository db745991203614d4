import type { Knex } from 'knex';
import { lockAgent } from './agent-repository.ts';
import { createReadCache } from './read-cache.ts';
import type { ChatbotRecord, WidgetSettings } from './records.ts';
import type { ChangeOutcome, ChatbotRepository } from './repositories.ts';
import type { Write } from './write.ts';

interface ChatbotRow {
  id: string;
  store_id: string;
  agent_id: string;
  name: string;
  config: string;
  allowed_origins: string;
  image_hosts: string;
  link_hosts: string;
  status: ChatbotRecord['status'];
  version: number;
  created_at: string;
  updated_at: string;
}

/** Chatbots over the table `chatbots`. */
export function createChatbotRepository(db: Knex, write: Write): ChatbotRepository {
  const table = () => db<ChatbotRow>('chatbots');
  const chatbots = createReadCache<ChatbotRecord>(db);
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
        await trx<ChatbotRow>('chatbots').insert(toRow(storeId, chatbot));
        return true;
      });
      chatbots.invalidate(storeId);
      return isInserted;
    },
    async update(storeId, chatbot, version) {
      try {
        return await write((trx) => updateRow(trx, storeId, chatbot, version));
      } finally {
        // Also after an error: a commit that failed may have been written.
        chatbots.invalidate(storeId);
      }
    },
    async remove(storeId, chatbotId, version) {
      try {
        return await write((trx) => removeRow(trx, { store_id: storeId, id: chatbotId }, version));
      } finally {
        chatbots.invalidate(storeId);
      }
    },
    find: (storeId, chatbotId) =>
      chatbots.get(storeId, chatbotId, () => find({ store_id: storeId, id: chatbotId })),
    findPublic: (chatbotId) => find({ id: chatbotId }),
    async listAllowedOrigins() {
      const rows = await table().distinct('allowed_origins');
      return rows.flatMap(({ allowed_origins: origins }) => JSON.parse(origins) as string[]);
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
  const { id, created_at: _createdAt, ...row } = toRow(storeId, chatbot);
  const own = { store_id: storeId, id };
  const current = trx<ChatbotRow>('chatbots').where({ ...own, version });
  const changed = await current.update({ ...row, version: version + 1 });
  return changed > 0 ? 'changed' : whyUnchanged(trx, own);
}

async function removeRow(trx: Knex.Transaction, own: RowKey, version: number): Promise<ChangeOutcome> {
  const current = trx<ChatbotRow>('chatbots').where({ ...own, version });
  return (await current.delete()) > 0 ? 'changed' : whyUnchanged(trx, own);
}

async function whyUnchanged(trx: Knex.Transaction, own: RowKey): Promise<'not_found' | 'other_version'> {
  return (await trx<ChatbotRow>('chatbots').where(own).first('id')) === undefined
    ? 'not_found'
    : 'other_version';
}

function toChatbot(row: ChatbotRow): ChatbotRecord {
  const config: WidgetSettings = JSON.parse(row.config);
  const allowedOrigins: string[] = JSON.parse(row.allowed_origins);
  const imageHosts: string[] = JSON.parse(row.image_hosts);
  const linkHosts: string[] = JSON.parse(row.link_hosts);
  return {
    id: row.id,
    storeId: row.store_id,
    agentId: row.agent_id,
    name: row.name,
    config,
    allowedOrigins,
    imageHosts,
    linkHosts,
    status: row.status,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toRow(storeId: string, chatbot: ChatbotRecord): ChatbotRow {
  return {
    id: chatbot.id,
    store_id: storeId,
    agent_id: chatbot.agentId,
    name: chatbot.name,
    config: JSON.stringify(chatbot.config),
    allowed_origins: JSON.stringify(chatbot.allowedOrigins),
    image_hosts: JSON.stringify(chatbot.imageHosts),
    link_hosts: JSON.stringify(chatbot.linkHosts),
    status: chatbot.status,
    version: chatbot.version,
    created_at: chatbot.createdAt,
    updated_at: chatbot.updatedAt,
  };
}
