import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyring } from '../auth/keyring.ts';
import { allAgents, findAgent } from '../db/agents.ts';
import { allKeys } from '../db/api-keys.ts';
import { allProducts } from '../db/catalog.ts';
import { findPublicChatbot } from '../db/chatbots.ts';
import { removeConversations } from '../db/conversations.ts';
import { countKnowledge } from '../db/knowledge.ts';
import { listStores } from '../db/stores.ts';
import { readVersion } from '../db/versions.ts';
import { regenerateKey } from '../services/api-keys.ts';
import { operatorActor } from '../services/audit.ts';
import { limitsOf } from '../services/plans.ts';
import { systemClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { addStore, changeStore } from '../testing/test-shop.ts';
import { type DemoDeps, seedDemo } from './seed-demo.ts';

const origins = ['https://localhost:8443'];
const dayMs = 86_400_000;

describe('the demo', () => {
  let database: TestDatabase;
  let deps: DemoDeps;
  beforeEach(async () => {
    database = await createTestDatabase();
    const keyring = createKeyring(randomBytes(32));
    deps = { database: database.database, keyring, clock: systemClock };
  });
  afterEach(() => database.close());

  async function seeded(from = origins) {
    const demo = await seedDemo(deps, from);
    if (demo === undefined) throw new Error('the demo was not created');
    return demo;
  }

  it('has a store on each plan, a shop with products in two of them, and a Free store without agents', async () => {
    const { main, second, limited } = await seeded();
    expect((await listStores(deps.database)).map((store) => store.plan).toSorted()).toEqual([
      'enterprise',
      'free',
      'pro',
      'starter',
    ]);
    for (const shop of [main, second]) {
      const agent = await findAgent(database.database.reader(shop.store.id), shop.agentId);
      expect(agent.config.mcp_capabilities).toEqual([
        { type: 'product_catalog', enabled: true },
        { type: 'shop_knowledge', enabled: true },
      ]);
      const chatbot = await findPublicChatbot(database.database, shop.chatbotId);
      expect(chatbot).toMatchObject({ agent_id: shop.agentId, allowed_origins: origins });
      expect((await allProducts(database.database.reader(shop.store.id))).length).toBeGreaterThanOrEqual(200);
      expect(await countKnowledge(database.database.reader(shop.store.id))).toEqual({
        documents: 4,
        passages: 16,
      });
      expect(shop.store.contact).toContain('help@fernhill.example');
    }
    expect(await allAgents(database.database.reader(limited.store.id))).toEqual([]);
    expect(limitsOf(limited.store)).toEqual({ requestsPerMinute: 20, agents: 3 });
    expect(new Set([main.apiKey, second.apiKey, limited.apiKey]).size).toBe(3);
  });

  it('is unchanged after a second start, which reveals its keys from the database', async () => {
    const first = await seeded();
    const version = () => readVersion(database.database.reader(first.main.store.id), 'catalog_versions');
    const before = await version();
    expect(await seeded()).toMatchObject(first);
    expect(await version()).toBe(before);
  });

  it('begins with made-up conversations of 30 days, with every channel, thumb and result but a limit, and nothing in the future', async () => {
    const { main, second } = await seeded();
    const now = Date.now();
    for (const [{ store }, count] of [[main, 400] as const, [second, 60] as const]) {
      const own = { store_id: store.id };
      const begun: string[] = await database
        .db('conversations')
        .where(own)
        .orderBy('created_at')
        .pluck('created_at');
      expect(begun).toHaveLength(count);
      expect(now - Date.parse(begun[0] ?? '')).toBeLessThan(30.1 * dayMs);
      expect(now - Date.parse(begun[0] ?? '')).toBeGreaterThan(28 * dayMs);
    }
    const columns = { channel: 3, result: 7, thumb: 2 };
    for (const [column, values] of Object.entries(columns)) {
      const found: unknown[] = await database.db('replies').whereNotNull(column).distinct().pluck(column);
      expect(found).toHaveLength(values);
    }
    const times = {
      conversations: 'created_at',
      messages: 'created_at',
      widget_events: 'at',
      request_hours: 'peak_at',
    };
    for (const [table, column] of Object.entries(times)) {
      const row = await database.db(table).max({ latest: column }).first();
      expect(Date.parse(row?.['latest'])).toBeLessThanOrEqual(now);
    }
    const names = await database.db('conversations').whereNotNull('visitor_id').pluck('visitor_id');
    expect(names.every((name) => /^vis_demo(?=.{18}$)(main|second)\d+$/.test(name ?? ''))).toBe(true);
  });

  it('has hourly sums that equal the rows of its conversations', async () => {
    await seeded();
    const { db } = database;
    const sums = await db('analytics_hours').sum({ conversations: 'conversations', helped: 'helped' }).sum({
      nothing_found: 'nothing_found',
      up: 'thumbs_up',
      down: 'thumbs_down',
    });
    const count = async (table: string, condition = 'true') =>
      Number((await db(table).whereRaw(condition).count({ n: '*' }).first())?.['n']);
    expect(sums).toEqual([
      {
        conversations: await count('conversations'),
        helped: await count('replies', "result = 'helped'"),
        nothing_found: await count('replies', "result = 'nothing_found'"),
        up: await count('conversations', "thumb = 'up'"),
        down: await count('conversations', "thumb = 'down'"),
      },
    ]);
    const tokens = { input: 'input_tokens', output: 'output_tokens' };
    expect(await db('token_hours').sum(tokens)).toEqual(await db('replies').sum(tokens));
  });

  it('adds no conversations at a second start, nor to shops without any', async () => {
    const { main } = await seeded();
    const ids: string[] = await database.db('conversations').where({ store_id: main.store.id }).pluck('id');
    const rows = async () => Number((await database.db('conversations').count({ n: '*' }).first())?.['n']);
    const first = await rows();
    await seeded();
    expect(await rows()).toBe(first);
    await changeStore(database, main.store.id, (context) => removeConversations(context, ids));
    await seeded();
    expect(await rows()).toBe(first - ids.length);
  });

  it('is completed after an interrupted start', async () => {
    const { main } = await seeded();
    await database.db('chatbots').delete();
    await database.db('api_keys').where({ store_id: main.store.id }).delete();
    const completed = await seeded();
    expect(completed.main.agentId).toBe(main.agentId);
    expect(completed.main.apiKey).not.toBe(main.apiKey);
    expect(await findPublicChatbot(database.database, completed.main.chatbotId)).toBeDefined();
  });

  it('may also be embedded from a new address when the port has changed', async () => {
    const { main } = await seeded();
    await seeded(['https://localhost:9443']);
    const chatbot = await findPublicChatbot(database.database, main.chatbotId);
    expect(chatbot.allowed_origins).toEqual([...origins, 'https://localhost:9443']);
  });

  it('uses the active key after one was regenerated', async () => {
    const { main } = await seeded();
    const [key] = await allKeys(database.database.reader(main.store.id));
    const input = { keyId: key?.id ?? '' };
    const next = await database.database.change({ store: main.store, actor: operatorActor }, (context) =>
      regenerateKey(context, deps.keyring, input),
    );
    expect((await seeded()).main.apiKey).toBe(next.key);
  });

  it('is not created in a database with other stores', async () => {
    const store = sampleStore();
    await addStore(deps, store);
    expect(await seedDemo(deps, origins)).toBeUndefined();
    expect(await listStores(deps.database)).toMatchObject([store]);
  });
});
