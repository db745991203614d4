import { AsyncLocalStorage } from 'node:async_hooks';
import { addConversation } from '../testing/add-messages.ts';
import { insertConversation, removeConversations } from './conversations.ts';
import { appendMessage, appendReply, listMessages } from './messages.ts';
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
import {
  beginRequest,
  endLease,
  endLeases,
  readRequest,
  finishRequest,
  isLeased,
  renewLease,
  RepeatedRequest,
  storeRequest,
} from './idempotency.ts';
import type { Context } from './database.ts';
import type { IdempotentRequest } from './records.ts';
import { addAgent, addStore, changeStore } from '../testing/test-shop.ts';
import { allAgents } from './agents.ts';
import { toRow } from './columns.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 2, 3, 4, seconds)).toISOString();
const keptSince = '2026-01-01T00:00:00.000Z';
const now = Date.parse(at(0));

const store = sampleStore();
const other = sampleStore();

const processed = (key: string, change: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  store_id: store.id,
  operation: 'createAgent',
  key,
  fingerprint: 'f',
  response: '{}',
  created_at: at(0),
  question_id: null,
  lease_until: null,
  ...change,
});

const attempt = (key: string, question_id: string): IdempotentRequest =>
  processed(key, { response: null, question_id });

/** PostgreSQL. */
const untilOneWaitsForLock = (db: Knex): Promise<void> =>
  vi.waitFor(async () => {
    const waiting = db('pg_stat_activity').whereRaw('datname = current_database()');
    expect(await waiting.where({ wait_event_type: 'Lock' }).select('pid')).toHaveLength(1);
  });

describe.each(databases)('requests with an Idempotency-Key in $name', ({ create }) => {
  let database: TestDatabase;
  const agent = sampleAgent(store.id);
  const conversation = sampleConversation(store.id, agent.id);
  beforeAll(async () => {
    database = await create();
    for (const each of [store, other]) await addStore(database, each);
    await addAgent(database, agent);
    await addConversation(database, conversation, sampleMessage(store.id, conversation.id));
  });
  afterAll(() => database.close());

  const change = <Result>(verb: (context: Context) => Promise<Result>) =>
    changeStore(database, store.id, verb);
  /** Inserts an agent with its response, unless its key was used before. Returns the first response. */
  const insertAgent = (name: string, key: string) =>
    change(async (context) => {
      const request = processed(key, { response: JSON.stringify(name) });
      const first = await storeRequest(context, request, keptSince);
      if (first !== undefined) return first.response;
      await context.tables('agents').insert(toRow('agents', sampleAgent(store.id, { name })));
      return JSON.stringify(name);
    });
  const names = async () => (await allAgents(database.database.reader(store.id))).map(({ name }) => name);
  const find = (key: string, { storeId = store.id, operation = 'createAgent', since = keptSince } = {}) =>
    readRequest(database.database.reader(storeId), { operation, key }, since);
  const hasLease = async (key: string, ms = 0) => {
    const request = await find(key);
    return request && isLeased(database.database, request, now + ms);
  };
  /** Stores a question in the transaction of its attempt. */
  const begin = (key: string, question_id: string) =>
    change(async (context) => {
      await beginRequest(context, attempt(key, question_id), keptSince);
      await appendMessage(context, { ...sampleMessage(store.id, conversation.id), id: question_id });
    });
  const finish = (key: string, question_id: string, response: string) =>
    change((context) => finishRequest(context, attempt(key, question_id), response));
  /** As time does, by whichever clock. */
  const expireLease = (key: string) =>
    database
      .db('idempotent_requests')
      .where({ key })
      .update({ lease_until: at(0) });
  const questions = async (key: string) => {
    const messages = await listMessages(database.database.reader(store.id), conversation.id);
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
    expect(await find('kept', { storeId: other.id })).toBeUndefined();
    expect(await find('kept', { operation: 'streamAgentChat' })).toBeUndefined();
    expect(await find('kept', { since: at(1) })).toBeUndefined();
    const later = processed('kept', { created_at: at(2) });
    expect(await change((context) => storeRequest(context, later, at(1)))).toBeUndefined();
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
    await expect(finish('lost', 'lost 0', 'late')).rejects.toMatchObject({ code: 'conflict' });
    await finish('lost', taken[0] ?? '', 'done');
    expect(await find('lost')).toMatchObject({ response: 'done' });
    expect(await hasLease('lost')).toBe(false);
    await expect(begin('lost', 'lost 5')).rejects.toBeInstanceOf(RepeatedRequest);
  });

  it('a repetition of the message that began a conversation leaves one conversation, counted once', async () => {
    const shopper = sampleAgent(store.id);
    await addAgent(database, shopper);
    const begun = [1, 2].map(() => sampleConversation(store.id, shopper.id));
    for (const talk of begun) {
      const question = sampleMessage(store.id, talk.id);
      await change(async (context) => {
        await beginRequest(context, attempt('new', question.id), keptSince);
        await insertConversation(context, talk, question);
      });
      await expireLease('new');
    }
    const ofShopper = { store_id: store.id, agent_id: shopper.id };
    expect(await database.db('conversations').where(ofShopper).pluck('id')).toEqual([begun[1]?.id]);
    expect(await database.db('analytics_hours').where(ofShopper).sum({ sum: 'conversations' })).toEqual([
      { sum: expect.toSatisfy((sum) => Number(sum) === 1) },
    ]);
  });

  it('a renewal begins the lease anew, unless the attempt was taken over, and an ended one frees the key', async () => {
    const renew = (question_id: string) =>
      change((context) => renewLease(context, attempt('renewed', question_id), now));
    await begin('renewed', 'renewed 0');
    await expireLease('renewed');
    await renew('another');
    expect(await hasLease('renewed')).toBe(false);
    await renew('renewed 0');
    expect(await hasLease('renewed')).toBe(true);
    await expect(begin('renewed', 'renewed 1')).rejects.toBeInstanceOf(RepeatedRequest);
    await change((context) => endLease(context, attempt('renewed', 'renewed 0')));
    await begin('renewed', 'renewed 2');
    await endLeases(database.database);
    await begin('renewed', 'renewed 3');
    expect(await questions('renewed')).toEqual(['renewed 3']);
  });

  it('a reply is stored while its conversation is being deleted, which deletes both and frees the key', async () => {
    const talk = sampleConversation(store.id, agent.id);
    const question = sampleMessage(store.id, talk.id);
    const begun = attempt('erased', question.id);
    await change(async (context) => {
      await beginRequest(context, begun, keptSince);
      await insertConversation(context, talk, question);
    });
    let removal: Promise<number> | undefined;
    const reply = { ...sampleMessage(store.id, talk.id), role: 'assistant' } as const;
    // Another request does it: within a verb, no other one may begin.
    const outside = AsyncLocalStorage.snapshot();
    await change(async (context) => {
      await finishRequest(context, begun, 'done');
      removal = outside(() => change((later) => removeConversations(later, [talk.id])));
      // In SQLite it waits for the end of this transaction before it begins.
      if (database.databaseUrl !== null) await untilOneWaitsForLock(database.db);
      await appendReply(context, reply, sampleReply());
    });
    expect(await removal).toBe(1);
    expect(await listMessages(database.database.reader(store.id), talk.id)).toEqual([]);
    expect(await find('erased')).toBeUndefined();
  });

  it('a lease lasts 15 seconds, in PostgreSQL by its clock: the clocks of two nodes may be hours apart', async () => {
    const hour = 60 * 60 * 1000;
    await begin('clocks', 'clocks 0');
    const isPostgres = database.databaseUrl !== null;
    expect([await hasLease('clocks', 14_999), await hasLease('clocks', 15_000)]).toEqual([true, isPostgres]);
    expect([await hasLease('clocks', -hour), await hasLease('clocks', hour)]).toEqual([true, isPostgres]);
    if (!isPostgres) return;
    const { rows } = await database.db.raw(
      `select lease_until::timestamptz between now() + interval '10 s' and now() + interval '15 s' as within
       from idempotent_requests where key = 'clocks'`,
    );
    expect(rows).toEqual([{ within: true }]);
  });
});
