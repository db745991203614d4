import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleAgent, sampleStore } from '../testing/sample-records.ts';
import { createAgentRepository } from './agent-repository.ts';
import { connectDatabase } from './connect.ts';
import { createGroupCommit } from './group-commit.ts';

describe.each(databases)('agents in $name', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  async function newStore(): Promise<string> {
    const store = sampleStore();
    await database.repositories.stores.insert(store);
    return store.id;
  }

  it('keeps a configuration as it was sent: zero, empty text, unusual characters, capabilities', async () => {
    const { agents } = database.repositories;
    const storeId = await newStore();
    const agent = sampleAgent(storeId, {
      name: '𝒜gent “x” \\ \u2028',
      description: '',
      config: {
        model_provider: 'provider_three',
        model_id: 'm/1:2',
        system_prompt: ' \t\n',
        temperature: 0,
        max_tokens: 9_007_199_254_740_991,
        mcp_capabilities: [{ type: 'product_catalog', enabled: false }],
      },
    });
    await agents.insertWithinLimit(storeId, agent, null);
    expect(await agents.find(storeId, agent.id)).toEqual(agent);
  });

  it('lists oldest first', async () => {
    const { agents } = database.repositories;
    const storeId = await newStore();
    const made = Array.from({ length: 5 }, () => sampleAgent(storeId));
    for (const agent of made) await agents.insertWithinLimit(storeId, agent, 5);
    expect(await agents.list(storeId)).toEqual(made);
  });

  it('R-5-09 hides the agents of another store', async () => {
    const { agents } = database.repositories;
    const [storeId, otherId] = [await newStore(), await newStore()];
    const agent = sampleAgent(storeId);
    await agents.insertWithinLimit(storeId, agent, null);
    expect(await agents.find(otherId, agent.id)).toBeUndefined();
    expect(await agents.list(otherId)).toEqual([]);
  });

  it('R-8-05 a full store takes no further agent, and nothing is created', async () => {
    const { agents } = database.repositories;
    const storeId = await newStore();
    expect(await agents.insertWithinLimit(storeId, sampleAgent(storeId), 0)).toBe('limit_reached');
    expect(await agents.insertWithinLimit(storeId, sampleAgent(storeId), 1)).toBe('inserted');
    expect(await agents.insertWithinLimit(storeId, sampleAgent(storeId), 1)).toBe('limit_reached');
    expect(await agents.list(storeId)).toHaveLength(1);
  });

  it('R-8-05 of 100 concurrent creates under a limit of 10 exactly 10 succeed', async () => {
    const storeId = await newStore();
    const second = await connectDatabase(database);
    try {
      const writers = [
        database.repositories.agents,
        createAgentRepository(second, createGroupCommit(second)),
      ];
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, () => writers)
          .flat()
          .map((agents) => agents.insertWithinLimit(storeId, sampleAgent(storeId), 10)),
      );
      expect(outcomes.filter((outcome) => outcome === 'inserted')).toHaveLength(10);
      expect(await database.repositories.agents.list(storeId)).toHaveLength(10);
    } finally {
      await second.destroy();
    }
  });
});
