import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import { sampleAgent, sampleConversation, sampleMessage, sampleStore } from '../testing/sample-records.ts';
import { beginRequest, finishRequest, RepeatedRequest, storeRequest } from './idempotency-repository.ts';
import type { IdempotentRequest } from './records.ts';
import { createWriter, type Write } from './write.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 2, 3, 4, seconds)).toISOString();
const keptSince = '2026-01-01T00:00:00.000Z';

const processed = (key: string, change: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  operation: 'createAgent',
  key,
  fingerprint: 'f',
  response: '{}',
  createdAt: at(0),
  questionId: null,
  owner: null,
  leaseUntil: null,
  ...change,
});

/** An attempt of second 0, in progress until second 15. */
const attempt = (key: string, questionId: string, seconds = 0): IdempotentRequest =>
  processed(key, {
    response: null,
    createdAt: at(seconds),
    questionId,
    owner: 'me',
    leaseUntil: at(seconds + 15),
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
    const { stores, agents, conversations } = database.repositories;
    for (const each of [store, other]) await stores.insert(each);
    await agents.insertWithinLimit(store.id, agent, null);
    await conversations.insert(store.id, conversation, sampleMessage(store.id, conversation.id));
  });
  afterAll(() => database.close());

  const insertAgent = (name: string, key: string, limit: number | null = null) => {
    const request = storeRequest(store.id, processed(key, { response: JSON.stringify(name) }), keptSince);
    return database.repositories.agents.insertWithinLimit(
      store.id,
      sampleAgent(store.id, { name }),
      limit,
      request,
    );
  };
  const names = async () => (await database.repositories.agents.list(store.id)).map(({ name }) => name);
  const find = (key: string, storeId = store.id) =>
    database.repositories.idempotency.find(storeId, 'createAgent', key, keptSince);
  /** Stores a question in the transaction of its attempt. */
  const begin = (key: string, questionId: string, seconds = 0) =>
    database.repositories.messages.append(
      store.id,
      { ...sampleMessage(store.id, conversation.id), id: questionId },
      beginRequest(store.id, attempt(key, questionId, seconds), keptSince),
    );
  const questions = async (key: string) => {
    const messages = await database.repositories.messages.list(store.id, conversation.id);
    return messages.map(({ id }) => id).filter((id) => id.startsWith(key));
  };

  it('R-4.3-01 one of several concurrent creates with a key inserts, and the others get its response', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) => insertAgent(`same ${index}`, 'same')),
    );
    const inserted = all.flatMap((each, index) => (each.status === 'fulfilled' ? [`same ${index}`] : []));
    expect(inserted).toHaveLength(1);
    expect((await names()).filter((name) => name.startsWith('same'))).toEqual(inserted);
    const rejected = all.filter((each) => each.status === 'rejected').map(({ reason }) => reason);
    expect(rejected).toHaveLength(11);
    for (const error of rejected) {
      expect(error).toBeInstanceOf(RepeatedRequest);
      expect(error.first.response).toBe(JSON.stringify(inserted[0]));
    }
  });

  it('a create that fails leaves its key free, also at the agent limit', async () => {
    expect(await insertAgent('beyond', 'limited', 0)).toBe('limit_reached');
    expect(await find('limited')).toBeUndefined();
    expect(await insertAgent('within', 'limited')).toBe('inserted');
    expect(await find('limited')).toMatchObject({ response: '"within"' });
  });

  it('a key is of one store and one operation, and is deleted with its age', async () => {
    await insertAgent('kept', 'kept');
    expect(await find('kept', other.id)).toBeUndefined();
    const { idempotency } = database.repositories;
    expect(await idempotency.find(store.id, 'streamAgentChat', 'kept', keptSince)).toBeUndefined();
    expect(await idempotency.find(store.id, 'createAgent', 'kept', at(1))).toBeUndefined();
    const later = storeRequest(store.id, processed('kept', { createdAt: at(2) }), at(1));
    await expect(write(later)).resolves.toBeUndefined();
  });

  it('an attempt is in progress during its lease; then one of several repetitions takes it over with its question', async () => {
    await begin('lost', 'lost 0');
    await expect(begin('lost', 'lost 1', 14)).rejects.toBeInstanceOf(RepeatedRequest);
    expect(await questions('lost')).toEqual(['lost 0']);
    const repetitions = ['lost 2', 'lost 3', 'lost 4'];
    const all = await Promise.allSettled(repetitions.map((id) => begin('lost', id, 15)));
    const taken = repetitions.filter((_, index) => all[index]?.status === 'fulfilled');
    expect(taken).toHaveLength(1);
    expect(await questions('lost')).toEqual(taken);
    await expect(write(finishRequest(store.id, attempt('lost', 'lost 0'), 'late'))).rejects.toMatchObject({
      code: 'conflict',
    });
    await write(finishRequest(store.id, attempt('lost', taken[0] ?? ''), 'done'));
    expect(await find('lost')).toMatchObject({ response: 'done', leaseUntil: null });
    await expect(begin('lost', 'lost 5', 60)).rejects.toBeInstanceOf(RepeatedRequest);
  });

  it('a repetition of the message that began a conversation leaves one conversation, counted once', async () => {
    const { conversations, agents } = database.repositories;
    const shopper = sampleAgent(store.id);
    await agents.insertWithinLimit(store.id, shopper, null);
    const begun = [0, 15].map((seconds) => ({ seconds, talk: sampleConversation(store.id, shopper.id) }));
    for (const { seconds, talk } of begun) {
      const question = sampleMessage(store.id, talk.id);
      const joined = beginRequest(store.id, attempt('new', question.id, seconds), keptSince);
      await conversations.insert(store.id, talk, question, joined);
    }
    const ofShopper = { store_id: store.id, agent_id: shopper.id };
    expect(await database.db('conversations').where(ofShopper).pluck('id')).toEqual([begun[1]?.talk.id]);
    expect(await database.db('analytics_hours').where(ofShopper).sum({ sum: 'conversations' })).toEqual([
      { sum: expect.toSatisfy((sum) => Number(sum) === 1) },
    ]);
  });

  it('a renewed lease lasts longer, and the start of its owner ends it', async () => {
    const { idempotency } = database.repositories;
    await begin('renewed', 'renewed 0');
    await idempotency.setLease(store.id, attempt('renewed', 'renewed 0'), at(30));
    await expect(begin('renewed', 'renewed 1', 29)).rejects.toBeInstanceOf(RepeatedRequest);
    await idempotency.endLeases('somebody else', at(20));
    await expect(begin('renewed', 'renewed 2', 21)).rejects.toBeInstanceOf(RepeatedRequest);
    await idempotency.endLeases('me', at(20));
    await begin('renewed', 'renewed 3', 21);
    expect(await questions('renewed')).toEqual(['renewed 3']);
  });
});
