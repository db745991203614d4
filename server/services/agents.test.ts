import { addConversation } from '../testing/add-messages.ts';
import { readConversation } from '../db/conversations.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allAgents, findAgent } from '../db/agents.ts';
import type { Context } from '../db/database.ts';
import type { AgentRecord, StoreRecord } from '../db/records.ts';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleAgent, sampleConversation, sampleStore } from '../testing/sample-records.ts';
import { auditOf, addStore, addAgent } from '../testing/test-shop.ts';
import { type AgentCreate, createAgent, deleteAgent, listAgentsWithUse, updateAgent } from './agents.ts';
import { operatorActor } from './audit.ts';
import { createChatbot } from './chatbots.ts';

const run = promisify(execFile);

const input: AgentCreate = {
  name: 'Helper',
  type: 'customer_support',
  config: { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' },
};
const update = { ...input, name: 'Renamed', status: 'disabled', version: 1 } as const;
const notFound = { code: 'not_found', message: 'agent not found' };

describe.each(databases)('agents in $name', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  async function newStore(change: Partial<StoreRecord> = {}): Promise<StoreRecord> {
    const store = sampleStore({ plan: 'enterprise', ...change });
    await addStore(database, store);
    return store;
  }

  async function newAgent(store: StoreRecord): Promise<AgentRecord> {
    const agent = sampleAgent(store.id);
    await addAgent(database, agent);
    return agent;
  }

  const reader = ({ id }: StoreRecord) => database.database.reader(id);
  const change = <Result>(store: StoreRecord, verb: (context: Context) => Promise<Result>) =>
    database.database.change({ store, actor: operatorActor }, verb);
  const createIn = (store: StoreRecord) => change(store, (context) => createAgent(context, input));
  const entriesOf = async ({ id }: StoreRecord) =>
    (await auditOf(database, id))
      .toReversed()
      .map(({ action, subject, detail }) => [action, subject, detail]);

  it('keep a configuration as it was sent: zero, empty text, unusual characters, capabilities', async () => {
    const store = await newStore();
    const sent = {
      name: '𝒜gent “x” \\ \u2028',
      type: 'a',
      description: '',
      config: {
        model_provider: 'provider_three' as const,
        model_id: 'm/1:2',
        system_prompt: ' \t\n',
        temperature: 0,
        max_tokens: 9_007_199_254_740_991,
        mcp_capabilities: [{ type: 'product_catalog', enabled: false }],
      },
    };
    const { id } = await change(store, (context) => createAgent(context, sent));
    expect(await findAgent(reader(store), id)).toMatchObject(sent);
  });

  it('are listed by the time of their creation, also when one was stored before an earlier one', async () => {
    const store = await newStore();
    const [earlier, later] = ['2026-02-01T00:00:00.001Z', '2026-02-01T00:00:00.002Z'].map((at) =>
      sampleAgent(store.id, { created_at: at, updated_at: at }),
    );
    if (earlier === undefined || later === undefined) throw new Error('there are two times');
    for (const agent of [later, earlier]) await addAgent(database, agent);
    expect(await allAgents(reader(store))).toMatchObject([earlier, later]);
  });

  it('R-5-14 are not found by another store', async () => {
    const [store, other] = [await newStore(), await newStore()];
    const { id } = await newAgent(store);
    await expect(findAgent(reader(other), id)).rejects.toMatchObject(notFound);
    expect(await allAgents(reader(other))).toEqual([]);
    await expect(change(other, (context) => updateAgent(context, id, update))).rejects.toMatchObject(
      notFound,
    );
    await expect(change(other, (context) => deleteAgent(context, id, 1))).rejects.toMatchObject(notFound);
    expect(await findAgent(reader(store), id)).toMatchObject({ version: 1, name: 'Sample agent' });
  });

  it('R-8-05 R-8-10 are not created beyond the limit, and leave no entry in the audit log', async () => {
    const none = await newStore({ agent_limit: 0 });
    await expect(createIn(none)).rejects.toMatchObject({ code: 'agent_limit_reached' });
    const one = await newStore({ agent_limit: 1 });
    const { id } = await createIn(one);
    await expect(createIn(one)).rejects.toMatchObject({ code: 'agent_limit_reached' });
    expect(await allAgents(reader(one))).toHaveLength(1);
    expect([await entriesOf(none), await entriesOf(one)]).toEqual([[], [['agent.created', id, 'Helper']]]);
  });

  it('R-8-05 of 64 concurrent creates under a limit of 10 exactly 10 succeed', async () => {
    const store = await newStore({ agent_limit: 10 });
    const results = await Promise.allSettled(Array.from({ length: 64 }, () => createIn(store)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(await allAgents(reader(store))).toHaveLength(10);
  });

  it('R-8-05 two processes that create agents at the same time share a limit exactly', async () => {
    const store = await newStore({ agent_limit: 10 });
    const { databaseUrl, dataDir } = database;
    const job = JSON.stringify({ databaseUrl, dataDir, store, input });
    const start = () => run(process.execPath, ['-e', createAgents, import.meta.url, job]);
    const outputs = await Promise.all([start(), start()]);
    const results = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
    expect(results).toHaveLength(100);
    expect(results.filter((result) => result === 'fulfilled')).toHaveLength(10);
    expect(await allAgents(reader(store))).toHaveLength(10);
  });

  it('are changed in their present version only: of concurrent changes one succeeds, and it is read at once', async () => {
    const store = await newStore();
    const { id } = await newAgent(store);
    expect(await allAgents(reader(store))).toMatchObject([{ version: 1 }]);
    const results = await Promise.allSettled(
      ['A', 'B', 'C', 'D'].map((name) =>
        change(store, (context) => updateAgent(context, id, { ...update, name })),
      ),
    );
    const rejected = results.filter(({ status }) => status === 'rejected');
    expect(rejected).toMatchObject([1, 2, 3].map(() => ({ reason: { code: 'conflict' } })));
    expect(await findAgent(reader(store), id)).toMatchObject({ status: 'disabled', version: 2 });
    const [agent] = await allAgents(reader(store));
    expect(agent).toMatchObject({ status: 'disabled', version: 2 });
    expect(await entriesOf(store)).toEqual([['agent.updated', id, `${agent?.name}: disabled`]]);
  });

  it('are deleted in their present version: they are not found or counted, and their conversations stay', async () => {
    const store = await newStore({ agent_limit: 1 });
    const { id, name } = await newAgent(store);
    const conversation = sampleConversation(store.id, id);
    await addConversation(database, conversation);
    expect(await listAgentsWithUse(reader(store))).toMatchObject([{ used_by: { conversations: 1 } }]);
    const remove = (version: number) => change(store, (context) => deleteAgent(context, id, version));
    await expect(remove(2)).rejects.toMatchObject({ code: 'conflict' });
    expect(await findAgent(reader(store), id)).toMatchObject({ id });
    await remove(1);
    await expect(findAgent(reader(store), id)).rejects.toMatchObject(notFound);
    expect(await allAgents(reader(store))).toEqual([]);
    await expect(remove(2)).rejects.toMatchObject(notFound);
    const created = await createIn(store);
    expect(await readConversation(database.database.reader(store.id), conversation.id)).toBeDefined();
    expect(await entriesOf(store)).toEqual([
      ['agent.deleted', id, name],
      ['agent.created', created.id, created.name],
    ]);
  });

  it('no chatbot uses a deleted agent: of a deletion and a new chatbot at the same time one succeeds', async () => {
    const store = await newStore();
    for (let round = 0; round < 10; round += 1) {
      const { id } = await newAgent(store);
      const [deleted, inserted] = await Promise.all([
        change(store, (context) => deleteAgent(context, id, 1)).then(
          () => 'deleted',
          (error) => error.message,
        ),
        change(store, (context) => createChatbot(context, { agent_id: id, name: 'Front page' })).then(
          () => true,
          () => false,
        ),
      ]);
      expect([
        ['deleted', false],
        ['a chatbot uses this agent: give it another agent or delete it first', true],
      ]).toContainEqual([deleted, inserted]);
    }
  });
});

/** 50 creates in a process of its own. Prints whether they were fulfilled. */
const createAgents = `const load = (path) => import(new URL(path, process.argv[1]));
  const { databaseUrl, dataDir, store, input } = JSON.parse(process.argv[2]);
  const { connectDatabase } = await load('../db/connect.ts');
  const { createDatabase } = await load('../db/database.ts');
  const { systemClock } = await load('../support/clock.ts');
  const { createAgent } = await load('./agents.ts');
  const { operatorActor } = await load('./audit.ts');
  const db = await connectDatabase({ databaseUrl, dataDir });
  const database = createDatabase(db, { clock: systemClock });
  const create = () => database.change({ store, actor: operatorActor }, (context) => createAgent(context, input));
  const results = await Promise.allSettled(Array.from({ length: 50 }, create));
  console.log(JSON.stringify(results.map(({ status }) => status)));
  await db.destroy();`;
