import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { operatorActor } from '../services/audit.ts';
import { updateChatbot } from '../services/chatbots.ts';
import { systemClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleAgent, sampleChatbot, sampleStore } from '../testing/sample-records.ts';
import { addStore, addAgent, addChatbot, changeStore } from '../testing/test-shop.ts';
import { allAgents, findAgent } from './agents.ts';
import { findChatbot } from './chatbots.ts';
import { connectDatabase } from './connect.ts';
import { type Context, createDatabase, type Database, systemActor } from './database.ts';
import { toRow } from './columns.ts';
import { createGuard, withDatabaseDeadline } from './guard.ts';

describe.each(databases)('rows read from $name', ({ name, create }) => {
  let database: TestDatabase;
  let closeOther: () => Promise<void>;
  /** In another process: to a database, another connection is one. */
  let other: Pick<TestDatabase, 'database'>;
  const [store, stranger] = [sampleStore(), sampleStore()];
  beforeEach(async () => {
    database = await create();
    const db = await connectDatabase(database);
    other = { database: createDatabase(db, { clock: systemClock }) };
    closeOther = () => db.destroy();
    for (const each of [store, stranger]) await addStore(database, each);
  });
  afterEach(async () => {
    await closeOther();
    await database.close();
  });

  const listIn = (own: Database) => allAgents(own.reader(store.id));
  const change = <Result>(verb: (context: Context) => Promise<Result>) =>
    database.database.change({ store, actor: operatorActor }, verb);

  it('R-4.2-01 an agent that another process creates is in the next list', async () => {
    expect(await listIn(database.database)).toEqual([]);
    const created = [];
    for (let count = 0; count < 5; count += 1) {
      const agent = sampleAgent(store.id);
      created.push(agent);
      await addAgent(other, agent);
      expect(await listIn(database.database)).toMatchObject(created);
    }
  });

  it('cached ones equal the stored ones, and SQLite returns the same list until it changes', async () => {
    const agent = sampleAgent(store.id);
    await expect(findAgent(database.database.reader(store.id), agent.id)).rejects.toThrow('agent not found');
    await addAgent(database, agent);
    for (const each of [database, database, other]) {
      expect(await findAgent(each.database.reader(store.id), agent.id)).toMatchObject(agent);
      expect(await listIn(each.database)).toMatchObject([agent]);
    }
    const isSame = (await listIn(database.database)) === (await listIn(database.database));
    expect(isSame).toBe(name === 'SQLite');
  });

  it('R-4.4-01 a chatbot that another process changes is returned as changed by the next read', async () => {
    const agent = sampleAgent(store.id);
    await addAgent(database, agent);
    const chatbot = sampleChatbot(store.id, agent.id);
    await addChatbot(database, chatbot);
    const read = () => findChatbot(database.database.reader(store.id), chatbot.id);
    expect(await read()).toMatchObject(chatbot);
    for (const [index, by] of [other, database, other, database].entries()) {
      const renamed = { name: `Name ${index}` };
      await changeStore(by, store.id, (context) => updateChatbot(context, chatbot.id, renamed));
      expect(await read()).toMatchObject({ ...renamed, version: index + 2 });
    }
  });

  it('R-5-14 a store never reads or changes the rows of another one, cached or not', async () => {
    const agent = sampleAgent(store.id);
    await addAgent(database, agent);
    expect(await listIn(database.database)).toMatchObject([agent]);
    const reader = database.database.reader(stranger.id);
    expect(await allAgents(reader)).toEqual([]);
    expect(await reader.read(async (tables) => tables('agents').where({ id: agent.id }))).toEqual([]);
    expect(await reader.read(async (tables) => tables('stores').pluck('id'))).toEqual([stranger.id]);
    const changed = await database.database.change(
      { store: stranger, actor: operatorActor },
      async ({ tables }) => [
        await tables('agents').update({ name: 'taken' }),
        await tables('agents').delete(),
      ],
    );
    expect(changed).toEqual([0, 0]);
    expect(await listIn(database.database)).toMatchObject([agent]);
  });

  it('a change reads its own rows, and keeps none of them when its last line throws', async () => {
    const agent = sampleAgent(store.id);
    const insert = async (context: Context) => {
      await context.tables('agents').insert(toRow('agents', agent));
      return allAgents(context);
    };
    expect(await listIn(database.database)).toEqual([]);
    const failing = change(async (context) => {
      expect(await insert(context)).toMatchObject([agent]);
      throw new Error('stopped');
    });
    await expect(failing).rejects.toThrow('stopped');
    expect(await listIn(database.database)).toEqual([]);
    expect(await change(insert)).toMatchObject([agent]);
    expect(await listIn(database.database)).toMatchObject([agent]);
  });

  it('a verb that uses the database beside its context is rejected at once', async () => {
    const own = database.database;
    const beside: readonly (() => Promise<unknown>)[] = [
      () => own.reader(store.id).read(async (tables) => tables('agents')),
      () => findAgent(own.reader(store.id), 'any'),
      () => own.readAll(async (allStores) => allStores('users')),
      () => change(allAgents),
    ];
    for (const query of beside) await expect(change(query)).rejects.toThrow('through its context only');
    await expect(Promise.all([change(allAgents), listIn(own)])).resolves.toEqual([[], []]);
  });

  it('counts are numbers, and a configuration is a value', async () => {
    await addAgent(database, sampleAgent(store.id));
    const [counted] = await database.db('agents').count({ agents: '*' }).sum({ versions: 'version' });
    expect(counted).toEqual({ agents: 1, versions: 1 });
    expect(await database.db('agents').pluck('config')).toEqual([expect.any(String)]);
    expect(await database.db('agents').first('config')).toEqual({ config: sampleAgent('').config });
  });
});

it('a cached read that the database does not answer before its deadline is unavailable, for nobody else', async () => {
  const { db, close } = await createTestDatabase();
  const database = createDatabase(db, { clock: systemClock, guard: createGuard(() => undefined) });
  const { promise: blocked, resolve: begin } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // SQLite's pool has one connection: reads wait for this transaction.
  const change = database.changeAll(systemActor, () => {
    begin();
    return released;
  });
  await blocked;
  const read = () => allAgents(database.reader('str_1'));
  const impatient = withDatabaseDeadline(read, 20);
  const patient = withDatabaseDeadline(read, 60_000);
  await expect(impatient).rejects.toMatchObject({ code: 'unavailable' });
  release();
  expect(await patient).toEqual([]);
  await change;
  await close();
});
