import type { ApiKey } from '../auth/api-key.ts';
import type { StoreRecord } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { createKey, type KeyDeps } from '../services/api-keys.ts';
import { importStoreCatalog } from '../services/catalog-import.ts';
import { createChatbot, updateChatbot } from '../services/chatbots.ts';
import { timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import {
  demoAgent,
  demoAgentConfig,
  demoChatbotName,
  type DemoStoreName,
  demoStores,
  demoWidget,
} from './demo-stores.ts';
import { sampleSource } from './sample-source.ts';

const demoStoreIds = new Set(Object.values(demoStores).map((store) => store.id));

export interface DemoDeps extends KeyDeps {
  readonly repositories: Repositories;
}

export interface DemoShop {
  readonly store: StoreRecord;
  readonly apiKey: ApiKey;
  readonly agentId: string;
  readonly chatbotId: string;
}

export interface Demo {
  readonly main: DemoShop;
  readonly second: DemoShop;
  /** The Free store, which has no agents. */
  readonly limited: Pick<DemoShop, 'store' | 'apiKey'>;
}

/**
 * Fills an empty database with a store on each plan, agents, chatbots and the sample catalogue. On one that it
 * filled before, keeps everything, makes what is missing, and lets `origins` embed the chatbots; the products' pages
 * are at the first of them. Undefined, and nothing is done, when the database holds other stores only.
 */
export async function seedDemo(deps: DemoDeps, origins: readonly string[]): Promise<Demo | undefined> {
  const stores = await deps.repositories.stores.list();
  const isOurs = stores.some((store) => demoStoreIds.has(store.id));
  if (stores.length > 0 && !isOurs) return undefined;
  await ensureStore(deps, 'starter');
  return {
    main: await ensureShop(deps, 'main', origins),
    second: await ensureShop(deps, 'second', origins),
    limited: await ensureStore(deps, 'limited'),
  };
}

async function ensureShop(
  deps: DemoDeps,
  name: DemoStoreName,
  origins: readonly string[],
): Promise<DemoShop> {
  const owner = await ensureStore(deps, name);
  await ensureCatalog(deps, owner.store.id, origins[0] ?? '');
  const agentId = await ensureAgent(deps, owner.store.id);
  return { ...owner, agentId, chatbotId: await ensureChatbot(deps, owner.store.id, agentId, origins) };
}

async function ensureStore(deps: DemoDeps, name: DemoStoreName): Promise<Pick<DemoShop, 'store' | 'apiKey'>> {
  const { stores } = deps.repositories;
  const known = await stores.find(demoStores[name].id);
  const store = known ?? { ...demoStores[name], createdAt: timestamp(deps.clock) };
  if (known === undefined) await stores.insert(store);
  return { store, apiKey: await ensureKey(deps, store.id) };
}

async function ensureKey(deps: DemoDeps, storeId: string): Promise<ApiKey> {
  const keys = await deps.repositories.keys.list(storeId);
  const active = keys.find((key) => key.revokedAt === null);
  if (active !== undefined) return deps.keyring.open(active.id, active.sealed);
  return (await createKey(deps, storeId)).key;
}

// PORT may have changed since the last start, and with it where the sample's pages and pictures are.
async function ensureCatalog(deps: DemoDeps, storeId: string, origin: string): Promise<void> {
  const known = await deps.repositories.catalog.list(storeId);
  const ours = known.find((product) => product.url?.includes('/demo/product/'));
  const isThere =
    known.length > 0 && (ours === undefined || ours.url?.startsWith(`${origin}/demo/`) === true);
  if (isThere) return;
  await importStoreCatalog(deps, storeId, { source: sampleSource(origin), partial: false, replace: false });
}

async function ensureAgent(deps: DemoDeps, storeId: string): Promise<string> {
  const { agents } = deps.repositories;
  const [oldest] = await agents.list(storeId);
  if (oldest !== undefined) return oldest.id;
  const now = timestamp(deps.clock);
  const times = { createdAt: now, updatedAt: now };
  const agent = { id: newId('agt'), storeId, ...demoAgent, config: demoAgentConfig, ...times };
  await agents.insertWithinLimit(storeId, agent, null);
  return agent.id;
}

async function ensureChatbot(
  deps: DemoDeps,
  storeId: string,
  agentId: string,
  origins: readonly string[],
): Promise<string> {
  const [oldest] = await deps.repositories.chatbots.list(storeId);
  if (oldest === undefined) {
    const lists = { allowedOrigins: [...origins], imageHosts: hostsOf(origins) };
    const input = { agentId, name: demoChatbotName, config: demoWidget, ...lists };
    return (await createChatbot(deps, storeId, input)).id;
  }
  // PORT may have changed since the last start.
  const allowedOrigins = [...new Set([...oldest.allowedOrigins, ...origins])];
  const imageHosts = [...new Set([...oldest.imageHosts, ...hostsOf(origins)])];
  if (allowedOrigins.length > oldest.allowedOrigins.length || imageHosts.length > oldest.imageHosts.length) {
    await updateChatbot(deps, storeId, oldest.id, { allowedOrigins, imageHosts });
  }
  return oldest.id;
}

function hostsOf(origins: readonly string[]): string[] {
  return origins.map((origin) => new URL(origin).host);
}
