import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleAgent, sampleChatbot, sampleConversation, sampleStore } from '../testing/sample-records.ts';

const run = promisify(execFile);

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

  it('lists an agent by the time of its creation, also when another one was stored before', async () => {
    const { agents } = database.repositories;
    const storeId = await newStore();
    const [earlier, later] = ['2026-02-01T00:00:00.001Z', '2026-02-01T00:00:00.002Z'].map((createdAt) =>
      sampleAgent(storeId, { createdAt, updatedAt: createdAt }),
    );
    if (earlier === undefined || later === undefined) throw new Error('there are two times');
    for (const agent of [later, earlier]) await agents.insertWithinLimit(storeId, agent, null);
    expect(await agents.list(storeId)).toEqual([earlier, later]);
  });

  it('R-5-14 hides the agents of another store', async () => {
    const { agents } = database.repositories;
    const [storeId, otherId] = [await newStore(), await newStore()];
    const agent = sampleAgent(storeId);
    await agents.insertWithinLimit(storeId, agent, null);
    expect(await agents.find(otherId, agent.id)).toBeUndefined();
    expect(await agents.list(otherId)).toEqual([]);
  });

  it('R-8-05 R-8-10 rejects a further agent of a full store, and creates nothing', async () => {
    const { agents } = database.repositories;
    const storeId = await newStore();
    expect(await agents.insertWithinLimit(storeId, sampleAgent(storeId), 0)).toBe('limit_reached');
    expect(await agents.insertWithinLimit(storeId, sampleAgent(storeId), 1)).toBe('inserted');
    expect(await agents.insertWithinLimit(storeId, sampleAgent(storeId), 1)).toBe('limit_reached');
    expect(await agents.list(storeId)).toHaveLength(1);
  });

  it('R-8-05 of 64 concurrent creates under a limit of 10 exactly 10 succeed', async () => {
    const { agents } = database.repositories;
    const storeId = await newStore();
    const results = await Promise.all(
      Array.from({ length: 64 }, () => agents.insertWithinLimit(storeId, sampleAgent(storeId), 10)),
    );
    expect(results.filter((result) => result === 'inserted')).toHaveLength(10);
    expect(await agents.list(storeId)).toHaveLength(10);
  });

  it('R-8-05 two processes that create agents at the same time share a limit exactly', async () => {
    const storeId = await newStore();
    const { databaseUrl, dataDir } = database;
    const job = JSON.stringify({ databaseUrl, dataDir, storeId });
    const start = () => run(process.execPath, ['-e', createAgents, import.meta.url, job]);
    const outputs = await Promise.all([start(), start()]);
    const results = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
    expect(results).toHaveLength(100);
    expect(results.filter((result) => result === 'inserted')).toHaveLength(10);
    expect(await database.repositories.agents.list(storeId)).toHaveLength(10);
  });

  it('changes the present version only: of concurrent changes one succeeds, and it is read at once', async () => {
    const { agents } = database.repositories;
    const storeId = await newStore();
    const agent = sampleAgent(storeId);
    await agents.insertWithinLimit(storeId, agent, null);
    expect(await agents.list(storeId)).toEqual([agent]);
    const rename = (name: string) => agents.update(storeId, { ...agent, name, status: 'disabled' }, 1);
    const outcomes = await Promise.all(['A', 'B', 'C', 'D'].map(rename));
    expect(outcomes.toSorted()).toEqual(['changed', 'other_version', 'other_version', 'other_version']);
    expect(await agents.find(storeId, agent.id)).toMatchObject({ status: 'disabled', version: 2 });
    expect(await agents.list(storeId)).toMatchObject([{ status: 'disabled', version: 2 }]);
    expect(await agents.update(await newStore(), agent, 2)).toBe('not_found');
  });

  it('deletes the present version: it is found and counted no more, and its conversations stay', async () => {
    const { agents, conversations } = database.repositories;
    const storeId = await newStore();
    const agent = sampleAgent(storeId);
    await agents.insertWithinLimit(storeId, agent, 1);
    const conversation = sampleConversation(storeId, agent.id);
    await conversations.insert(storeId, conversation);
    const deletion = { version: 1, at: '2026-05-05T05:05:05.555Z' };
    expect(await agents.remove(storeId, agent.id, { ...deletion, version: 2 })).toBe('other_version');
    expect(await agents.find(storeId, agent.id)).toEqual(agent);
    expect(await agents.remove(storeId, agent.id, deletion)).toBe('changed');
    expect([await agents.find(storeId, agent.id), await agents.list(storeId)]).toEqual([undefined, []]);
    expect(await agents.update(storeId, agent, 2)).toBe('not_found');
    expect(await agents.remove(storeId, agent.id, deletion)).toBe('not_found');
    expect(await agents.insertWithinLimit(storeId, sampleAgent(storeId), 1)).toBe('inserted');
    expect(await conversations.find(storeId, conversation.id)).toBeDefined();
    expect(await agents.countConversations(storeId)).toEqual(new Map([[agent.id, 1]]));
  });

  it('no chatbot uses a deleted agent: of a deletion and a new chatbot at the same time one succeeds', async () => {
    const { agents, chatbots } = database.repositories;
    const storeId = await newStore();
    for (let round = 0; round < 10; round += 1) {
      const agent = sampleAgent(storeId);
      await agents.insertWithinLimit(storeId, agent, null);
      const [deleted, inserted] = await Promise.all([
        agents.remove(storeId, agent.id, { version: 1, at: '2026-05-05T05:05:05.555Z' }),
        chatbots.insert(storeId, sampleChatbot(storeId, agent.id)),
      ]);
      expect([
        ['changed', false],
        ['in_use', true],
      ]).toContainEqual([deleted, inserted]);
    }
  });
});

/** 50 creates under a limit of 10, in a process of its own. Prints their results. */
const createAgents = `const load = (path) => import(new URL(path, process.argv[1]));
  const { databaseUrl, dataDir, storeId } = JSON.parse(process.argv[2]);
  const { connectDatabase } = await load('./connect.ts');
  const { createRepositories } = await load('./create-repositories.ts');
  const { sampleAgent } = await load('../testing/sample-records.ts');
  const db = await connectDatabase({ databaseUrl, dataDir });
  const { agents } = createRepositories(db);
  const create = () => agents.insertWithinLimit(storeId, sampleAgent(storeId), 10);
  console.log(JSON.stringify(await Promise.all(Array.from({ length: 50 }, create))));
  await db.destroy();`;
