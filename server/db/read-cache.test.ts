import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleAgent, sampleChatbot, sampleStore } from '../testing/sample-records.ts';
import { connectDatabase } from './connect.ts';
import { createRepositories } from './create-repositories.ts';
import type { Repositories } from './repositories.ts';

describe.each(databases)('rows cached from $name', ({ name, create }) => {
  let database: TestDatabase;
  let other: Repositories;
  let closeOther: () => Promise<void>;
  let storeId: string;
  beforeEach(async () => {
    database = await create();
    const second = await connectDatabase(database);
    // To a database, another connection is another process.
    other = createRepositories(second);
    closeOther = () => second.destroy();
    const store = sampleStore();
    await database.repositories.stores.insert(store);
    storeId = store.id;
  });
  afterEach(async () => {
    await closeOther();
    await database.close();
  });

  it('R-4.2-01 an agent that another process creates is in the next list', async () => {
    const { agents } = database.repositories;
    expect(await agents.list(storeId)).toEqual([]);
    const created = [];
    for (let count = 0; count < 5; count += 1) {
      const agent = sampleAgent(storeId);
      created.push(agent);
      await other.agents.insertWithinLimit(storeId, agent, null);
      expect(await agents.list(storeId)).toEqual(created);
    }
  });

  it('a cached list and a cached agent equal the stored ones, and SQLite returns the same list until it changes', async () => {
    const { agents } = database.repositories;
    const agent = sampleAgent(storeId);
    expect(await agents.find(storeId, agent.id)).toBeUndefined();
    await agents.insertWithinLimit(storeId, agent, null);
    for (const reader of [agents, agents, other.agents]) {
      expect(await reader.find(storeId, agent.id)).toEqual(agent);
      expect(await reader.list(storeId)).toEqual([agent]);
    }
    const isSame = (await agents.list(storeId)) === (await agents.list(storeId));
    expect(isSame).toBe(name === 'SQLite');
  });

  it('R-4.4-01 a chatbot that another process changes is returned as changed by the next read', async () => {
    const { agents, chatbots } = database.repositories;
    const agent = sampleAgent(storeId);
    await agents.insertWithinLimit(storeId, agent, null);
    const chatbot = sampleChatbot(storeId, agent.id);
    await chatbots.insert(storeId, chatbot);
    expect(await chatbots.find(storeId, chatbot.id)).toEqual(chatbot);
    for (const version of [1, 3]) {
      const changed = { ...chatbot, config: { ...chatbot.config, title: `Title ${version}` } };
      await other.chatbots.update(storeId, changed, version);
      expect(await chatbots.find(storeId, chatbot.id)).toEqual({ ...changed, version: version + 1 });
      await chatbots.update(storeId, chatbot, version + 1);
      expect(await chatbots.find(storeId, chatbot.id)).toEqual({ ...chatbot, version: version + 2 });
    }
  });

  it('a store never reads the cached rows of another store', async () => {
    const { agents } = database.repositories;
    const stranger = sampleStore();
    await database.repositories.stores.insert(stranger);
    const agent = sampleAgent(storeId);
    await agents.insertWithinLimit(storeId, agent, null);
    expect(await agents.find(storeId, agent.id)).toEqual(agent);
    expect(await agents.find(stranger.id, agent.id)).toBeUndefined();
    expect(await agents.list(stranger.id)).toEqual([]);
  });
});
