import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';
import {
  beginIdempotent,
  type FirstRequest,
  type IdempotencyDeps,
  maxRequestMs,
  withIdempotency,
} from './idempotency.ts';

const store = sampleStore();
const limits = { conversationWaitMs: 10_000, totalMs: 120_000, slowReaderMs: 30_000 };
let database: TestDatabase;
let now = Date.parse('2026-01-02T03:04:05.678Z');
let deps: IdempotencyDeps;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.repositories.stores.insert(store);
  const clock = { now: () => now, monotonic: () => now };
  deps = { repositories: database.repositories, clock, chat: { limits } };
});
afterAll(() => database.close());

const begin = (key: string, body: unknown = { a: 1 }) =>
  beginIdempotent(deps, { storeId: store.id, operation: 'createAgent', key, body });
async function beginFirst(key: string): Promise<FirstRequest> {
  const begun = await begin(key);
  if (begun.type !== 'first') throw new Error('this key was used before');
  return begun;
}

describe('a repetition of a request that never got a response', () => {
  it('is rejected while the first may be in progress, then processed once', async () => {
    await beginFirst('lost');
    now += maxRequestMs(limits);
    await expect(begin('lost')).rejects.toMatchObject({ code: 'conflict' });
    now += 1;
    const all = await Promise.allSettled([begin('lost'), begin('lost'), begin('lost')]);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(begin('lost')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is rejected with another body even after the first was lost', async () => {
    await beginFirst('other');
    now += maxRequestMs(limits) + 1;
    await expect(begin('other', { a: 2 })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('is rejected when the first was processed but its response could not be stored', async () => {
    const request = { storeId: store.id, operation: 'createAgent', key: 'unstored', body: {} };
    let processed = 0;
    const run = () => withIdempotency(deps, request, async () => (processed += 1));
    await database.db.raw(
      `create trigger full before update on idempotent_requests begin select raise(abort, 'disk is full'); end`,
    );
    await expect(run()).rejects.toThrow('disk is full');
    await database.db.raw('drop trigger full');
    await expect(run()).rejects.toMatchObject({ code: 'conflict' });
    expect(processed).toBe(1);
  });

  it('keeps the key when the first request ends late', async () => {
    const late = await beginFirst('late');
    now += maxRequestMs(limits) + 1;
    const second = await beginFirst('late');
    await late.store('"late"');
    await late.release();
    await expect(begin('late')).rejects.toMatchObject({ code: 'conflict' });
    await second.store('"second"');
    expect(await begin('late')).toEqual({ type: 'replay', response: '"second"' });
  });
});

it('replays a stored response for a day, and then frees the key', async () => {
  await (await beginFirst('stored')).store('"once"');
  now += 24 * 60 * 60 * 1000;
  expect(await begin('stored')).toEqual({ type: 'replay', response: '"once"' });
  now += 1;
  expect((await begin('stored')).type).toBe('first');
});
