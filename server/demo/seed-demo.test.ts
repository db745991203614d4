import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKeyring } from '../auth/keyring.ts';
import { regenerateKey } from '../services/api-keys.ts';
import { limitsOf } from '../services/plans.ts';
import { systemClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { type DemoDeps, seedDemo } from './seed-demo.ts';

const origins = ['https://localhost:8443'];

describe('the demo', () => {
  let database: TestDatabase;
  let deps: DemoDeps;
  beforeEach(async () => {
    database = await createTestDatabase();
    const keyring = createKeyring(randomBytes(32));
    deps = { repositories: database.repositories, keyring, clock: systemClock };
  });
  afterEach(() => database.close());

  async function seeded(from = origins) {
    const demo = await seedDemo(deps, from);
    if (demo === undefined) throw new Error('the demo was not created');
    return demo;
  }

  it('has a store on each plan, a shop with products in two of them, and a Free store without agents', async () => {
    const { main, second, limited } = await seeded();
    const { agents, catalog, chatbots, stores } = deps.repositories;
    expect((await stores.list()).map((store) => store.plan).toSorted()).toEqual([
      'enterprise',
      'free',
      'pro',
      'starter',
    ]);
    for (const shop of [main, second]) {
      const agent = await agents.find(shop.store.id, shop.agentId);
      expect(agent?.config.mcp_capabilities).toEqual([{ type: 'product_catalog', enabled: true }]);
      const chatbot = await chatbots.find(shop.store.id, shop.chatbotId);
      expect(chatbot).toMatchObject({ agentId: shop.agentId, allowedOrigins: origins });
      expect((await catalog.list(shop.store.id)).length).toBeGreaterThanOrEqual(200);
    }
    expect(await agents.list(limited.store.id)).toEqual([]);
    expect(limitsOf(limited.store)).toEqual({ requestsPerMinute: 20, agents: 3 });
    expect(new Set([main.apiKey, second.apiKey, limited.apiKey]).size).toBe(3);
  });

  it('is unchanged after a second start, which reveals its keys from the database', async () => {
    const first = await seeded();
    const version = await deps.repositories.catalog.version(first.main.store.id);
    expect(await seeded()).toEqual(first);
    expect(await deps.repositories.catalog.version(first.main.store.id)).toBe(version);
  });

  it('is completed after an interrupted start', async () => {
    const { main } = await seeded();
    await database.db('chatbots').delete();
    await database.db('api_keys').where({ store_id: main.store.id }).delete();
    const completed = await seeded();
    expect(completed.main.agentId).toBe(main.agentId);
    expect(completed.main.apiKey).not.toBe(main.apiKey);
    expect(await deps.repositories.chatbots.findPublic(completed.main.chatbotId)).toBeDefined();
  });

  it('may also be embedded from a new address when the port has changed', async () => {
    const { main } = await seeded();
    await seeded(['https://localhost:9443']);
    const chatbot = await deps.repositories.chatbots.findPublic(main.chatbotId);
    expect(chatbot?.allowedOrigins).toEqual([...origins, 'https://localhost:9443']);
  });

  it('uses the active key after one was regenerated', async () => {
    const { main } = await seeded();
    const [key] = await deps.repositories.keys.list(main.store.id);
    const next = await regenerateKey(deps, key?.id ?? '');
    expect((await seeded()).main.apiKey).toBe(next.key);
  });

  it('is not created in a database with other stores', async () => {
    const store = sampleStore();
    await deps.repositories.stores.insert(store);
    expect(await seedDemo(deps, origins)).toBeUndefined();
    expect(await deps.repositories.stores.list()).toEqual([store]);
  });
});
