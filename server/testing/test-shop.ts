import type { AgentRecord, ChatbotRecord, ConnectionRecord, Product, StoreRecord } from '../db/records.ts';
import { toRow } from '../db/columns.ts';
import type { Deps } from '../deps.ts';
import type { Keyring } from '../auth/keyring.ts';
import { addConnection, type ConnectionInput } from '../services/connections.ts';
import { createKey, type RevealedKey } from '../services/api-keys.ts';
import { type AuditEntry, listAudit, operatorActor } from '../services/audit.ts';
import { putProducts, type PutOptions, storedProduct } from '../db/catalog.ts';
import { type InvitationInput, type Invited, inviteMember } from '../services/users.ts';
import { findStore } from '../services/stores.ts';
import { sampleAgent, sampleChatbot, sampleStore } from './sample-records.ts';
import { openDatabase } from '../db/connect.ts';
import { type Context, createDatabase, type Database } from '../db/database.ts';
import { systemClock } from '../support/clock.ts';

/** The database, with or without a service. */
export type ShopDeps = Pick<Deps, 'database' | 'keyring' | 'clock'>;

export interface TestStore {
  readonly store: StoreRecord;
  readonly key: string;
}

export interface TestShop extends TestStore {
  readonly agentId: string;
  readonly chatbotId: string;
}

/** Runs a verb in a store as an operator does. Throws ServiceError `not_found` for an unknown store. */
export async function changeStore<Result>(
  deps: Pick<Deps, 'database'>,
  storeId: string,
  verb: (context: Context) => Promise<Result>,
): Promise<Result> {
  const store = await findStore(deps, storeId);
  return deps.database.change({ store, actor: operatorActor }, verb);
}

/** Inserts a store. */
export async function addStore({ database }: Pick<Deps, 'database'>, store: StoreRecord): Promise<void> {
  await database.changeAll(
    operatorActor,
    async ({ allStores }) => void (await allStores('stores').insert(store)),
  );
}

/** Inserts a store with a key. */
export async function addTestStore(deps: ShopDeps, change: Partial<StoreRecord> = {}): Promise<TestStore> {
  const store = sampleStore(change);
  await addStore(deps, store);
  const { key } = await issueKey(deps, store);
  return { store, key };
}

/** Creates a key of a store, as an operator does. */
export function issueKey(
  { database, keyring }: Pick<Deps, 'database' | 'keyring'>,
  store: StoreRecord,
  note?: string,
): Promise<RevealedKey> {
  return database.change({ store, actor: operatorActor }, (context) => createKey(context, keyring, note));
}

/** Adds a connection to tools, as an operator does. */
export function connectTools(
  { database, keyring }: { readonly database: Database; readonly keyring: Pick<Keyring, 'sealText'> },
  input: ConnectionInput,
): Promise<ConnectionRecord> {
  return database.changeAll(operatorActor, (context) => addConnection(context, keyring, input));
}

/** Inserts products into a store, and replaces those with the same ids; with `replaceAll`, it has no others. */
export function addProducts(
  deps: Pick<Deps, 'database'>,
  storeId: string,
  products: readonly Product[],
  options: PutOptions = { replaceAll: false },
): Promise<void> {
  const batches = () => [products.map(storedProduct)];
  return changeStore(deps, storeId, (context) => putProducts(context, batches, options));
}

/** The audit log of a store, newest first. */
export async function auditOf(
  { database }: Pick<Deps, 'database'>,
  storeId: string,
  limit = 100,
): Promise<readonly AuditEntry[]> {
  return (await listAudit(database.reader(storeId), { limit })).entries;
}

/** Invites a person into a store, as an operator does. */
export function invite(
  deps: Pick<Deps, 'database'>,
  storeId: string,
  input: InvitationInput,
): Promise<Invited> {
  return changeStore(deps, storeId, (context) => inviteMember(context, input));
}

/** Inserts an agent into its store. */
export async function addAgent(deps: Pick<Deps, 'database'>, agent: AgentRecord): Promise<void> {
  await changeStore(deps, agent.store_id, async ({ tables }) => {
    await tables('agents').insert(toRow('agents', agent));
  });
}

/** Inserts a chatbot into its store. */
export async function addChatbot(deps: Pick<Deps, 'database'>, chatbot: ChatbotRecord): Promise<void> {
  await changeStore(deps, chatbot.store_id, async ({ tables }) => {
    await tables('chatbots').insert(toRow('chatbots', chatbot));
  });
}

/** The same beside the processes that use the SQLite database of a folder. */
export async function addAgentTo(dataDir: string, agent: AgentRecord): Promise<void> {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  await addAgent({ database: createDatabase(db, { clock: systemClock }) }, agent);
  await db.destroy();
}

/** Inserts a store with a key, an agent with the catalogue tools, and a chatbot. */
export async function addTestShop(deps: ShopDeps, change: Partial<StoreRecord> = {}): Promise<TestShop> {
  const owner = await addTestStore(deps, change);
  const agent = catalogAgent(owner.store.id);
  const chatbot = sampleChatbot(owner.store.id, agent.id);
  await addAgent(deps, agent);
  await addChatbot(deps, chatbot);
  return { ...owner, agentId: agent.id, chatbotId: chatbot.id };
}

function catalogAgent(storeId: string): AgentRecord {
  const agent = sampleAgent(storeId);
  const capabilities = [{ type: 'product_catalog', enabled: true }];
  return { ...agent, config: { ...agent.config, mcp_capabilities: capabilities } };
}
