import { addConversation, addReply } from '../testing/add-messages.ts';
import { readConversation } from '../db/conversations.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openDatabase } from '../db/connect.ts';
import { createDatabase } from '../db/database.ts';
import { systemClock } from '../support/clock.ts';
import { createTestFolder, type TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import {
  sampleAgent,
  sampleConversation,
  sampleMessage,
  sampleReply,
  sampleStore,
} from '../testing/sample-records.ts';
import { startTestServer } from '../testing/start-test-server.ts';
import { deleteExpired } from './retention.ts';
import { addAgent, addStore, changeStore } from '../testing/test-shop.ts';
import { noticeKey } from '../db/left-messages.ts';
import { queueNotice } from '../db/notices.ts';

const dayMs = 86_400_000;

/** Adds a conversation of one question and its reply to a store. */
async function addTalk(
  database: Pick<TestDatabase, 'database'>,
  storeId: string,
  agentId: string,
  begin: { created_at: string; is_test?: boolean },
): Promise<string> {
  const conversation = sampleConversation(storeId, agentId, begin);
  const { id } = conversation;
  await addConversation(database, conversation, sampleMessage(storeId, id));
  await addReply(database, { ...sampleMessage(storeId, id), role: 'assistant' }, sampleReply());
  return id;
}

/** More than a step deletes. */
async function addSixty(...input: Parameters<typeof addTalk>): Promise<void> {
  await Promise.all(Array.from({ length: 60 }, () => addTalk(...input)));
}

async function newStore(
  database: Pick<TestDatabase, 'database'>,
): Promise<{ storeId: string; agentId: string }> {
  const store = sampleStore();
  const agent = sampleAgent(store.id);
  await addStore(database, store);
  await addAgent(database, agent);
  return { storeId: store.id, agentId: agent.id };
}

describeOnEngines('retention', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  it('deletes what began before the limit in every store, tests too, and keeps sums', async () => {
    const { db } = database;
    const clock = createMovableClock();
    const deps = { database: database.database, clock };
    const { signal } = new AbortController();
    const stores = [await newStore(database), await newStore(database)];
    const now = { created_at: new Date(clock.now()).toISOString() };
    for (const { storeId, agentId } of stores) {
      await addSixty(database, storeId, agentId, now);
      await addTalk(database, storeId, agentId, { ...now, is_test: true });
    }
    clock.advance(29 * dayMs);
    const later = { created_at: new Date(clock.now()).toISOString() };
    const kept: string[] = [];
    for (const { storeId, agentId } of stores) kept.push(await addTalk(database, storeId, agentId, later));
    const sums = await db('analytics_hours').orderBy('sequence');
    expect(await deleteExpired(deps, 30, signal)).toBe(0);
    clock.advance(dayMs + 1000);
    expect(await deleteExpired(deps, 30, signal)).toBe(122);
    expect((await db('conversations').pluck('id')).toSorted()).toEqual(kept.toSorted());
    expect(await db('messages')).toHaveLength(4);
    expect(await db('replies')).toHaveLength(2);
    expect(await db('analytics_hours').orderBy('sequence')).toEqual(sums);
  });

  it('deletes messages that were left for a person, with their notices, when their conversations are', async () => {
    const { db } = database;
    const { storeId, agentId } = await newStore(database);
    const clock = createMovableClock();
    const leave = async (id: string, created_at: string): Promise<void> => {
      const conversation_id = await addTalk(database, storeId, agentId, { created_at });
      const own = { id, store_id: storeId, key: id, reply_id: id, visitor_id: 'vis_1', left_at: created_at };
      const texts = { email: 'ana@shopper.example', text: 'Tents?' };
      const notice = { subject: 'A message', text: 'Tents?', path: 'conversations' };
      await changeStore(database, storeId, async (context) => {
        await context.tables('left_messages').insert({ ...own, ...texts, conversation_id, done_at: null });
        await queueNotice(context, { kind: 'left_message', key: noticeKey(id), ...notice });
      });
    };
    await leave('lef_old', '2020-01-01T00:00:00.000Z');
    await leave('lef_new', new Date(clock.now()).toISOString());
    await deleteExpired({ database: database.database, clock }, 30, new AbortController().signal);
    expect(await db('left_messages').where({ store_id: storeId }).pluck('id')).toEqual(['lef_new']);
    expect(await db('notices').where({ store_id: storeId }).pluck('dedupe_key')).toEqual([
      noticeKey('lef_new'),
    ]);
  });

  it('deletes each conversation once where three processes delete at the same time', async () => {
    const { storeId, agentId } = await newStore(database);
    for (let count = 0; count < 3; count += 1) {
      await addSixty(database, storeId, agentId, { created_at: '2020-01-01T00:00:00.000Z' });
    }
    const connections = await Promise.all(Array.from({ length: 3 }, () => openDatabase(database)));
    const clock = createMovableClock();
    const { signal } = new AbortController();
    const deleting = connections.map((db) =>
      deleteExpired({ database: createDatabase(db, { clock }), clock }, 30, signal),
    );
    const deleted = await Promise.all(deleting);
    await Promise.all(connections.map((db) => db.destroy()));
    expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(180);
    expect(await database.db('conversations').where('store_id', storeId)).toEqual([]);
  });

  it('stops after a step when it is aborted', async () => {
    const { db } = database;
    const { storeId, agentId } = await newStore(database);
    await addSixty(database, storeId, agentId, { created_at: '2020-01-01T00:00:00.000Z' });
    const stop = new AbortController();
    database.database.onChange('conversations', () => stop.abort());
    const deps = { database: database.database, clock: createMovableClock() };
    expect(await deleteExpired(deps, 30, stop.signal)).toBe(50);
    expect(await db('conversations').where('store_id', storeId)).toHaveLength(10);
  });
});

it('RETENTION_DAYS deletes expired conversations of a service from its start', async () => {
  const dataDir = createTestFolder();
  const db = await openDatabase({ databaseUrl: null, dataDir });
  const database = createDatabase(db, { clock: systemClock });
  const { storeId, agentId } = await newStore({ database });
  const old = { created_at: '2020-01-01T00:00:00.000Z' };
  const id = await addTalk({ database }, storeId, agentId, old);
  await db.destroy();
  const server = await startTestServer({ dataDir, environment: { RETENTION_DAYS: '30' } });
  try {
    await vi.waitFor(async () =>
      expect(await readConversation(server.deps.database.reader(storeId), id)).toBeUndefined(),
    );
  } finally {
    await server.close();
  }
});
