import { readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { ApiKey } from '../auth/api-key.ts';
import type { Keyring } from '../auth/keyring.ts';
import { type CatalogFile, readCatalog } from '../catalog/import/read-catalog.ts';
import { allKeys } from '../db/api-keys.ts';
import { allAgents } from '../db/agents.ts';
import { allChatbots } from '../db/chatbots.ts';
import type { Context, Database, ServiceContext, StoreReader } from '../db/database.ts';
import { takeLock } from '../db/service-state.ts';
import type { Product, StoreRecord } from '../db/records.ts';
import { allMembers, readUser } from '../db/users.ts';
import { createAgent } from '../services/agents.ts';
import { operatorActor } from '../services/audit.ts';
import { createKey } from '../services/api-keys.ts';
import { createChatbot, updateChatbot } from '../services/chatbots.ts';
import { ownReaders } from '../quarantine/readers.ts';
import { saveDocuments } from '../services/knowledge.ts';
import type { ReadDocument } from '../knowledge/read-document.ts';
import { allProducts, putProducts, storedProduct } from '../db/catalog.ts';
import { readVersion } from '../db/versions.ts';
import { inviteMember } from '../services/users.ts';
import type { Clock } from '../support/clock.ts';
import {
  demoAgent,
  demoChatbotName,
  demoConversations,
  demoOwnerEmail,
  type DemoStoreName,
  demoStores,
  demoWidget,
} from './demo-stores.ts';
import { seedConversations } from './seed-conversations.ts';

export interface DemoDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly keyring: Keyring;
}

/** What one transaction works with. */
interface SeedDeps extends Pick<DemoDeps, 'keyring' | 'clock'> {
  readonly context: ServiceContext;
  readonly knowledge: readonly ReadDocument[];
  /** The sample catalogue, read once. */
  loadSample(): Promise<readonly Product[]>;
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
  /** The Free store, without agents. */
  readonly limited: Pick<DemoShop, 'store' | 'apiKey'>;
  /** The Starter store, without agents. */
  readonly starter: Pick<DemoShop, 'store' | 'apiKey'>;
  /** Who the dashboard's link signs in; null without such a person. */
  readonly ownerId: string | null;
}

/**
 * Fills an empty database with a store on each plan, agents, chatbots, the sample catalogue and made-up conversations. In
 * a database that it filled before, it adds what is missing but conversations. `origins` may embed the chatbots; the first
 * one serves the products' pages. Returns undefined, and changes nothing, when the database holds other stores only. One
 * transaction: of processes that start together, one creates the demo and the others find it.
 */
export async function seedDemo(deps: DemoDeps, origins: readonly string[]): Promise<Demo | undefined> {
  const origin = origins[0] ?? '';
  let sample: Promise<readonly Product[]> | undefined;
  const loadSample = () => (sample ??= readSample(deps.clock, origin));
  // Before the transaction, in which the writes of other processes wait: parsing takes longer than everything else.
  if (!(await isCatalogCurrent(deps.database.reader(demoStores.main.id), origin))) await loadSample();
  const knowledge = await readKnowledge();
  return deps.database.changeAll(operatorActor, async (context) => {
    await takeLock(context, 'demo');
    return seed({ ...deps, context, loadSample, knowledge }, origins);
  });
}

async function seed(deps: SeedDeps, origins: readonly string[]): Promise<Demo | undefined> {
  const stores = await deps.context.allStores('stores');
  const demoStoreIds = new Set(Object.values(demoStores).map(({ id }) => id));
  if (stores.length > 0 && !stores.some(({ id }) => demoStoreIds.has(id))) return undefined;
  const starter = await ensureStore(deps, 'starter');
  const main = await ensureShop(deps, 'main', origins);
  const second = await ensureShop(deps, 'second', origins);
  const limited = await ensureStore(deps, 'limited');
  return { main, second, limited, starter, ownerId: await ensureOwner(deps, [main, second]) };
}

/** Adds the demo's owner to the stores that have no people. */
async function ensureOwner(deps: SeedDeps, shops: readonly DemoShop[]): Promise<string | null> {
  for (const { store } of shops) {
    const context = deps.context.of(store);
    if ((await allMembers(context)).length > 0) continue;
    await inviteMember(context, { email: demoOwnerEmail, role: 'owner' });
  }
  return (await readUser(deps.context.allStores, { email: demoOwnerEmail }))?.id ?? null;
}

async function ensureShop(
  deps: SeedDeps,
  name: keyof typeof demoConversations,
  origins: readonly string[],
): Promise<DemoShop> {
  const isNew = (await findStore(deps, name)) === undefined;
  const { store, apiKey } = await ensureStore(deps, name);
  const context = deps.context.of(store);
  await ensureCatalog(context, deps, origins[0] ?? '');
  await ensureKnowledge(context, deps);
  const [oldest] = await allAgents(context);
  const agent = oldest ?? (await createAgent(context, demoAgent));
  const chatbotId = await ensureChatbot(context, agent.id, origins);
  const shop = { store, apiKey, agentId: agent.id, chatbotId };
  if (isNew)
    await seedConversations(deps, context, { ...shop, name, conversations: demoConversations[name] });
  return shop;
}

async function ensureStore(deps: SeedDeps, name: DemoStoreName): Promise<Pick<DemoShop, 'store' | 'apiKey'>> {
  const existing = await findStore(deps, name);
  const store = existing ?? { ...demoStores[name], created_at: deps.context.now };
  if (existing === undefined) await deps.context.allStores('stores').insert(store);
  const context = deps.context.of(store);
  const active = (await allKeys(context)).find(
    ({ revoked_at: revokedAt, expires_at: expiresAt }) => revokedAt === null && expiresAt === null,
  );
  if (active !== undefined) return { store, apiKey: deps.keyring.open(active.id, active.sealed) };
  return { store, apiKey: (await createKey(context, deps.keyring)).key };
}

async function findStore({ context }: SeedDeps, name: DemoStoreName): Promise<StoreRecord | undefined> {
  return context.allStores('stores').where({ id: demoStores[name].id }).first();
}

async function ensureCatalog(context: Context, deps: SeedDeps, origin: string): Promise<void> {
  if (await isCatalogCurrent(context, origin)) return;
  const products = (await deps.loadSample()).map(storedProduct);
  await putProducts(context, () => [products], { replaceAll: false });
}

const knowledgeFolder = new URL('knowledge/', import.meta.url);

/** The sample knowledge. */
async function readKnowledge(): Promise<ReadDocument[]> {
  const names = readdirSync(knowledgeFolder).toSorted();
  const files = names.map((name) => ({ name, bytes: readFileSync(new URL(name, knowledgeFolder)) }));
  return Promise.all(files.map((file) => ownReaders.readDocument(demoStores.main.id, file)));
}

/** Imports the sample knowledge once: a document that is deleted stays so. */
async function ensureKnowledge(context: Context, { knowledge }: SeedDeps): Promise<void> {
  if ((await readVersion(context, 'knowledge_versions')) === 0) await saveDocuments(context, knowledge);
}

// The addresses of the sample's pages and pictures contain PORT, which may have changed since the last start.
async function isCatalogCurrent(reader: Pick<StoreReader, 'read'>, origin: string): Promise<boolean> {
  const products = await allProducts(reader);
  const sample = products.find(({ url }) => url?.includes('/demo/product/'));
  return products.length > 0 && (sample === undefined || sample.url?.startsWith(`${origin}/demo/`) === true);
}

async function ensureChatbot(context: Context, agentId: string, origins: readonly string[]): Promise<string> {
  const [oldest] = await allChatbots(context);
  // Origins of earlier starts stay: PORT may have changed.
  const allowed_origins = [...new Set([...(oldest?.allowed_origins ?? []), ...origins])];
  const hosts = origins.map((origin) => new URL(origin).host);
  const image_hosts = [...new Set([...(oldest?.image_hosts ?? []), ...hosts])];
  const change = { allowed_origins, image_hosts };
  if (oldest === undefined) {
    const input = { agent_id: agentId, name: demoChatbotName, config: demoWidget, ...change };
    return (await createChatbot(context, input)).id;
  }
  if (
    allowed_origins.length > oldest.allowed_origins.length ||
    image_hosts.length > oldest.image_hosts.length
  ) {
    await updateChatbot(context, oldest.id, change);
  }
  return oldest.id;
}

const sampleFile = new URL('../catalog/sample/products.jsonl', import.meta.url);

/** The sample catalogue, with pages and pictures at the demo shop of `origin`. */
async function readSample(clock: Clock, origin: string): Promise<readonly Product[]> {
  const { products } = await readCatalog(sampleCatalog(origin), { now: clock.now() });
  return products.map(({ data }) => JSON.parse(data) as Product);
}

function sampleCatalog(origin: string): CatalogFile {
  const lines = readFileSync(sampleFile, 'utf8').trimEnd().split('\n');
  const withAddresses = lines.map((line) => {
    const product = JSON.parse(line) as { readonly id: string };
    const id = encodeURIComponent(product.id);
    const addresses = { url: `${origin}/demo/product/${id}`, image_url: `${origin}/demo/images/${id}.svg` };
    return Buffer.from(`${JSON.stringify({ ...product, ...addresses })}\n`);
  });
  return { chunks: Readable.from(withAddresses), name: 'products.jsonl' };
}
