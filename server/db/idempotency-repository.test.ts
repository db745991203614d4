import type { Knex } from 'knex';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import {
  sampleAgent,
  sampleConversation,
  sampleMessage,
  sampleReply,
  sampleStore,
} from '../testing/sample-records.ts';
import { beginRequest, finishRequest, RepeatedRequest, storeRequest } from './idempotency-repository.ts';
import type { IdempotentRequest } from './records.ts';
import type { JoinedWrite } from './repositories.ts';
import { createWriter, type Write } from './write.ts';
import { addStore, addAgent } from '../testing/test-shop.ts';
import { allAgents } from './agents.ts';
import { toRow } from './columns.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 2, 3, 4, seconds)).toISOString();
const keptSince = '2026-01-01T00:00:00.000Z';
const now = Date.parse(at(0));

const processed = (key: string, change: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  operation: 'createAgent',
  key,
  fingerprint: 'f',
  response: '{}',
  createdAt: at(0),
  questionId: null,
  isLeased: false,
  ...change,
});

const attempt = (key: string, questionId: string): IdempotentRequest =>
  processed(key, { response: null, questionId });

/** PostgreSQL. */
const untilOneWaitsForLock = (db: Knex): Promise<void> =>
  vi.waitFor(async () => {
    const waiting = db('pg_stat_activity').whereRaw('datname = current_database()');
    expect(await waiting.where({ wait_event_type: 'Lock' }).select('pid')).toHaveLength(1);
  });

describe.each(databases)('requests with an Idempotency-Key in $name', ({ create }) => {
  let database: TestDatabase;
  let write: Write;
  const [store, other] = [sampleStore(), sampleStore()];
  const agent = sampleAgent(store.id);
  const conversation = sampleConversation(store.id, agent.id);
  beforeAll(async () => {
    database = await create();
    write = createWriter(database.db);
    const { conversations } = database.repositories;
    for (const each of [store, other]) await addStore(database, each);
    await addAgent(database, agent);
    await conversations.insert(store.id, conversation, sampleMessage(store.id, conversation.id));
  });
  afterAll(() => database.close());

  /** Inserts an agent with its response, unless its key was used before. Returns the first response. */
  const insertAgent = (name: string, key: string) =>
    write(async (trx) => {
      const request = processed(key, { response: JSON.stringify(name) });
      const first = await storeRequest(trx, store.id, request, keptSince);
      if (first !== undefined) return first.response;
      await trx('agents').insert(toRow('agents', sampleAgent(store.id, { name })));
      return JSON.stringify(name);
    });
  const names = async () => (await allAgents(database.database.reader(store.id))).map(({ name }) => name);
  const find = (key: string, storeId = store.id) =>
    database.repositories.idempotency.find(storeId, 'createAgent', key, { since: keptSince, now });
  /** Stores a question in the transaction of its attempt. */
  const begin = (key: string, questionId: string) =>
    database.repositories.messages.append(
      store.id,
      { ...sampleMessage(store.id, conversation.id), id: questionId },
      beginRequest(store.id, attempt(key, questionId), keptSince),
    );
  /** As time does, by whichever clock. */
  const expireLease = (key: string) =>
    database
      .db('idempotent_requests')
      .where({ key })
      .update({ lease_until: at(0) });
  const questions = async (key: string) => {
    const messages = await database.repositories.messages.list(store.id, conversation.id);
    return messages.map(({ id }) => id).filter((id) => id.startsWith(key));
  };

  it('R-4.3-01 one of several concurrent creates with a key inserts, and the others get its response', async () => {
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, index) => insertAgent(`same ${index}`, 'same')),
    );
    const inserted = (await names()).filter((name) => name.startsWith('same'));
    expect(inserted).toHaveLength(1);
    expect(new Set(all)).toEqual(new Set([JSON.stringify(inserted[0])]));
  });

  it('a key is of one store and one operation, and is deleted with its age', async () => {
    await insertAgent('kept', 'kept');
    expect(await find('kept', other.id)).toBeUndefined();
    const { idempotency } = database.repositories;
    expect(
      await idempotency.find(store.id, 'streamAgentChat', 'kept', { since: keptSince, now }),
    ).toBeUndefined();
    expect(await idempotency.find(store.id, 'createAgent', 'kept', { since: at(1), now })).toBeUndefined();
    const later = processed('kept', { createdAt: at(2) });
    expect(await write((trx) => storeRequest(trx, store.id, later, at(1)))).toBeUndefined();
  });

  it('an attempt is in progress during its lease; then one of several repetitions takes it over with its question', async () => {
    await begin('lost', 'lost 0');
    await expect(begin('lost', 'lost 1')).rejects.toBeInstanceOf(RepeatedRequest);
    expect(await questions('lost')).toEqual(['lost 0']);
    await expireLease('lost');
    const repetitions = ['lost 2', 'lost 3', 'lost 4'];
    const all = await Promise.allSettled(repetitions.map((id) => begin('lost', id)));
    const taken = repetitions.filter((_, index) => all[index]?.status === 'fulfilled');
    expect(taken).toHaveLength(1);
    expect(await questions('lost')).toEqual(taken);
    await expect(write(finishRequest(store.id, attempt('lost', 'lost 0'), 'late'))).rejects.toMatchObject({
      code: 'conflict',
    });
    await write(finishRequest(store.id, attempt('lost', taken[0] ?? ''), 'done'));
    expect(await find('lost')).toMatchObject({ response: 'done', isLeased: false });
    await expect(begin('lost', 'lost 5')).rejects.toBeInstanceOf(RepeatedRequest);
  });

  it('a repetition of the message that began a conversation leaves one conversation, counted once', async () => {
    const { conversations } = database.repositories;
    const shopper = sampleAgent(store.id);
    await addAgent(database, shopper);
    const begun = [1, 2].map(() => sampleConversation(store.id, shopper.id));
    for (const talk of begun) {
      const question = sampleMessage(store.id, talk.id);
      const joined = beginRequest(store.id, attempt('new', question.id), keptSince);
      await conversations.insert(store.id, talk, question, joined);
      await expireLease('new');
    }
    const ofShopper = { store_id: store.id, agent_id: shopper.id };
    expect(await database.db('conversations').where(ofShopper).pluck('id')).toEqual([begun[1]?.id]);
    expect(await database.db('analytics_hours').where(ofShopper).sum({ sum: 'conversations' })).toEqual([
      { sum: expect.toSatisfy((sum) => Number(sum) === 1) },
    ]);
  });

  it('a renewal begins the lease anew, unless the attempt was taken over, and an ended one frees the key', async () => {
    const { idempotency } = database.repositories;
    await begin('renewed', 'renewed 0');
    await expireLease('renewed');
    await idempotency.renewLease(store.id, attempt('renewed', 'another'), now);
    expect(await find('renewed')).toMatchObject({ isLeased: false });
    await idempotency.renewLease(store.id, attempt('renewed', 'renewed 0'), now);
    expect(await find('renewed')).toMatchObject({ isLeased: true });
    await expect(begin('renewed', 'renewed 1')).rejects.toBeInstanceOf(RepeatedRequest);
    await idempotency.endLease(store.id, attempt('renewed', 'renewed 0'));
    await begin('renewed', 'renewed 2');
    await idempotency.endLeases();
    await begin('renewed', 'renewed 3');
    expect(await questions('renewed')).toEqual(['renewed 3']);
  });

  it('a reply is stored while its conversation is being deleted, which deletes both and frees the key', async () => {
    const { conversations, messages } = database.repositories;
    const talk = sampleConversation(store.id, agent.id);
    const question = sampleMessage(store.id, talk.id);
    const begun = attempt('erased', question.id);
    await conversations.insert(store.id, talk, question, beginRequest(store.id, begun, keptSince));
    let removal: Promise<number> | undefined;
    const finish: JoinedWrite = async (trx) => {
      await finishRequest(store.id, begun, 'done')(trx);
      removal = conversations.remove(store.id, [talk.id]);
      // In SQLite it waits for the end of this transaction before it begins.
      if (database.databaseUrl !== null) await untilOneWaitsForLock(database.db);
    };
    const reply = { ...sampleMessage(store.id, talk.id), role: 'assistant' } as const;
    await messages.appendReply(store.id, reply, sampleReply(), finish);
    expect(await removal).toBe(1);
    expect(await messages.list(store.id, talk.id)).toEqual([]);
    expect(await find('erased')).toBeUndefined();
  });

  it('a lease lasts 15 seconds, in PostgreSQL by its clock: the clocks of two nodes may be hours apart', async () => {
    const hour = 60 * 60 * 1000;
    const times = (ms: number) => ({ since: keptSince, now: now + ms });
    const isLeased = async (ms: number) => {
      const request = await database.repositories.idempotency.find(
        store.id,
        'createAgent',
        'clocks',
        times(ms),
      );
      return request?.isLeased;
    };
    await begin('clocks', 'clocks 0');
    const isPostgres = database.databaseUrl !== null;
    expect([await isLeased(14_999), await isLeased(15_000)]).toEqual([true, isPostgres]);
    expect([await isLeased(-hour), await isLeased(hour)]).toEqual([true, isPostgres]);
    if (!isPostgres) return;
    const { rows } = await database.db.raw(
      `select lease_until::timestamptz between now() + interval '10 s' and now() + interval '15 s' as within
       from idempotent_requests where key = 'clocks'`,
    );
    expect(rows).toEqual([{ within: true }]);
  });
});
