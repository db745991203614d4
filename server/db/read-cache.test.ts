import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleAgent, sampleChatbot, sampleStore } from '../testing/sample-records.ts';
import { connectDatabase } from './connect.ts';
import { createRepositories, type Repositories } from './repositories.ts';

describe.each(databases)('what is remembered of $name', ({ name, create }) => {
  let database: TestDatabase;
  let other: Repositories;
  let closeOther: () => Promise<void>;
  let storeId: string;
  beforeEach(async () => {
    database = await create();
    const second = await connectDatabase(database);
    // A connection of its own is what another process is to a database; an answer of one reaches us in a later turn.
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

  it('R-4.2-01 an agent that another process creates is in the very next list', async () => {
    const { agents } = database.repositories;
    expect(await agents.list(storeId)).toEqual([]);
    const created = [];
    for (let count = 0; count < 5; count += 1) {
      const agent = sampleAgent(storeId);
      created.push(agent);
      await other.agents.insertWithinLimit(storeId, agent, null);
      await nextTurn();
      expect(await agents.list(storeId)).toEqual(created);
    }
  });

  it('a list and a single agent are the same to every reader, remembered or not', async () => {
    const { agents } = database.repositories;
    const agent = sampleAgent(storeId);
    expect(await agents.find(storeId, agent.id)).toBeUndefined();
    await agents.insertWithinLimit(storeId, agent, null);
    for (const reader of [agents, agents, other.agents]) {
      expect(await reader.find(storeId, agent.id)).toEqual(agent);
      expect(await reader.list(storeId)).toEqual([agent]);
    }
    const again = (await agents.list(storeId)) === (await agents.list(storeId));
    expect(again).toBe(name === 'SQLite');
  });

  it("R-4.4-01 another process's change of a chatbot is in the very next answer", async () => {
    const { agents, chatbots } = database.repositories;
    const agent = sampleAgent(storeId);
    await agents.insertWithinLimit(storeId, agent, null);
    const chatbot = sampleChatbot(storeId, agent.id);
    await chatbots.insert(storeId, chatbot);
    expect(await chatbots.find(storeId, chatbot.id)).toEqual(chatbot);
    for (const title of ['First', 'Second']) {
      const changed = { ...chatbot, config: { ...chatbot.config, title } };
      await other.chatbots.update(storeId, changed);
      await nextTurn();
      expect(await chatbots.find(storeId, chatbot.id)).toEqual(changed);
      await chatbots.update(storeId, chatbot);
      expect(await chatbots.find(storeId, chatbot.id)).toEqual(chatbot);
    }
  });

  it("a store's answers are never another's", async () => {
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
