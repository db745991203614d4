import type { AgentRecord, StoreRecord } from '../db/records.ts';
import type { Deps } from '../deps.ts';
import { createKey } from '../services/api-keys.ts';
import { operatorActor } from '../services/audit.ts';
import { sampleAgent, sampleChatbot, sampleStore } from './sample-records.ts';

/** The database, with or without a service. */
export type ShopDeps = Pick<Deps, 'repositories' | 'keyring' | 'clock'>;

export interface TestStore {
  readonly store: StoreRecord;
  readonly key: string;
}

export interface TestShop extends TestStore {
  readonly agentId: string;
  readonly chatbotId: string;
}

/** Inserts a store with a key. */
export async function addTestStore(deps: ShopDeps, change: Partial<StoreRecord> = {}): Promise<TestStore> {
  const store = sampleStore(change);
  await deps.repositories.stores.insert(store);
  const { key } = await createKey(deps, store.id, operatorActor);
  return { store, key };
}

/** Inserts a store with a key, an agent with the catalogue tools, and a chatbot. */
export async function addTestShop(deps: ShopDeps, change: Partial<StoreRecord> = {}): Promise<TestShop> {
  const owner = await addTestStore(deps, change);
  const agent = catalogAgent(owner.store.id);
  const chatbot = sampleChatbot(owner.store.id, agent.id);
  await deps.repositories.agents.insertWithinLimit(owner.store.id, agent, null);
  await deps.repositories.chatbots.insert(owner.store.id, chatbot);
  return { ...owner, agentId: agent.id, chatbotId: chatbot.id };
}

function catalogAgent(storeId: string): AgentRecord {
  const agent = sampleAgent(storeId);
  const capabilities = [{ type: 'product_catalog', enabled: true }];
  return { ...agent, config: { ...agent.config, mcp_capabilities: capabilities } };
}
