import { addConversation } from '../testing/add-messages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaseMs } from '../db/idempotency.ts';
import { type Context, createDatabase, type DatabaseDeps } from '../db/database.ts';
import { appendMessage, listMessages } from '../db/messages.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleAgent, sampleConversation, sampleMessage, sampleStore } from '../testing/sample-records.ts';
import { type AgentCreate, createAgent } from './agents.ts';
import { operatorActor } from './audit.ts';
import { type Attempt, beginIdempotent, freeLostRequests } from './idempotency.ts';
import { addAgent, addStore } from '../testing/test-shop.ts';
import { allAgents } from '../db/agents.ts';

const store = sampleStore({ plan: 'enterprise' });
const agent = sampleAgent(store.id);
const conversation = sampleConversation(store.id, agent.id);
let database: TestDatabase;
let now = Date.parse('2026-01-02T03:04:05.678Z');
const clock = { now: () => now, monotonic: () => now };
let deps: DatabaseDeps;
const open: Attempt[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  await addStore(database, store);
  await addAgent(database, agent);
  await addConversation(database, conversation, sampleMessage(store.id, conversation.id));
  deps = { database: createDatabase(database.db, { clock }), clock };
});
afterAll(async () => {
  for (const attempt of open) await attempt.end();
  await database.close();
});

const begin = (key: string, body: unknown = { a: 1 }) =>
  beginIdempotent(deps, { store, operation: 'streamAgentChat', key, body });

const change = (verb: (context: Context) => Promise<void>) =>
  deps.database.change({ store, actor: operatorActor }, verb);

/** Begins an attempt and stores its question. */
async function beginFirst(key: string): Promise<Attempt> {
  const begun = await begin(key);
  if (begun.type !== 'first' || begun.attempt === undefined) throw new Error('this key was used before');
  open.push(begun.attempt);
  const question = sampleMessage(store.id, conversation.id);
  const { attempt } = begun;
  await change(async (context) => {
    await attempt.begin(context, question.id);
    await appendMessage(context, question);
  });
  return attempt;
}

/** Stores a reply with its response. */
async function finish(attempt: Attempt, response: string): Promise<void> {
  const reply = sampleMessage(store.id, conversation.id);
  await change(async (context) => {
    await attempt.finish(context, response);
    await appendMessage(context, reply);
  });
  await attempt.end();
}

describe('a repetition', () => {
  it('is rejected for as long as the first takes: its lease is renewed', async () => {
    const attempt = await beginFirst('long');
    const leaseOf = () =>
      deps.database
        .reader(store.id)
        .read((tables) => tables('idempotent_requests').where({ key: 'long' }).first('lease_until'));
    now += leaseMs - 1;
    const renewed = new Date(now + leaseMs).toISOString();
    await expect.poll(leaseOf).toEqual({ lease_until: renewed });
    now += leaseMs - 1;
    await expect(begin('long')).rejects.toMatchObject({ code: 'conflict' });
    await attempt.end();
  });

  it('is rejected while the first is in progress, and processed when its lease has ended', async () => {
    await beginFirst('lost');
    now += leaseMs - 1;
    await expect(begin('lost')).rejects.toMatchObject({ code: 'conflict' });
    now += 1;
    await beginFirst('lost');
    await expect(begin('lost')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('that begins before the first has stored its question is rejected when it stores its own', async () => {
    const [first, second] = await Promise.allSettled([beginFirst('race'), beginFirst('race')]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'conflict' } });
  });

  it('is processed at once when the first ended without a reply, or its process was started again', async () => {
    const failed = await beginFirst('failed');
    await failed.end();
    await beginFirst('failed');
    await beginFirst('crashed');
    await freeLostRequests({ ...deps, config: { databaseUrl: null } });
    await beginFirst('crashed');
  });

  it('is processed at once when the reply of the first could not be stored', async () => {
    const unstored = await beginFirst('unstored reply');
    await database.db.raw(
      `create trigger full before insert on messages begin select raise(abort, 'disk is full'); end`,
    );
    await expect(finish(unstored, '"unstored"')).rejects.toThrow('disk is full');
    await database.db.raw('drop trigger full');
    await unstored.end();
    await beginFirst('unstored reply');
  });

  it('is rejected with another body even after the first was lost', async () => {
    await beginFirst('other');
    now += leaseMs;
    await expect(begin('other', { a: 2 })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('keeps the key when the first request ends late, whose reply is not stored', async () => {
    const late = await beginFirst('late');
    now += leaseMs;
    const second = await beginFirst('late');
    const before = await listMessages(database.database.reader(store.id), conversation.id);
    await expect(finish(late, '"late"')).rejects.toMatchObject({ code: 'conflict' });
    expect(await listMessages(database.database.reader(store.id), conversation.id)).toEqual(before);
    await late.end();
    await expect(begin('late')).rejects.toMatchObject({ code: 'conflict' });
    await finish(second, '"second"');
    expect(await begin('late')).toEqual({ type: 'replay', response: '"second"' });
  });
});

it('a stored response is replayed for a day, and then the key is free', async () => {
  await finish(await beginFirst('stored'), '"once"');
  now += 24 * 60 * 60 * 1000;
  expect(await begin('stored')).toEqual({ type: 'replay', response: '"once"' });
  now += 1;
  expect((await begin('stored')).type).toBe('first');
});

describe('R-4.3-01 an agent that is created with a key', () => {
  const input: AgentCreate = {
    name: 'Once',
    type: 'a',
    config: { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' },
  };
  const create = (key: string, body = input) =>
    database.database.change({ store, actor: operatorActor }, (context) => createAgent(context, body, key));
  const count = async () => (await allAgents(database.database.reader(store.id))).length;

  it('is not created when its response cannot be stored, and a repetition creates it', async () => {
    const before = await count();
    await database.db.raw(
      `create trigger full before insert on idempotent_requests begin select raise(abort, 'disk is full'); end`,
    );
    await expect(create('unstored')).rejects.toThrow('disk is full');
    expect(await count()).toBe(before);
    await database.db.raw('drop trigger full');
    const agents = await Promise.all([create('unstored'), create('unstored')]);
    expect(agents[1]).toEqual(agents[0]);
    expect(await count()).toBe(before + 1);
  });

  it('rejects another body with its key', async () => {
    await create('body');
    await expect(create('body', { ...input, name: 'x' })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });
});
