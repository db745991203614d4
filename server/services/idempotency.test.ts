import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleStore } from '../testing/sample-records.ts';
import { beginOnce, longestRequestMs, type Once, type OnceDeps } from './idempotency.ts';

const store = sampleStore();
const limits = { conversationWaitMs: 10_000, totalMs: 120_000, slowReaderMs: 30_000 };
let database: TestDatabase;
let now = Date.parse('2026-01-02T03:04:05.678Z');
let deps: OnceDeps;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.repositories.stores.insert(store);
  const clock = { now: () => now, monotonic: () => now };
  deps = { repositories: database.repositories, clock, chat: { limits } };
});
afterAll(() => database.close());

const begin = (key: string, body: unknown = { a: 1 }): Promise<Once> =>
  beginOnce(deps, { storeId: store.id, operation: 'createAgent', key, body });
async function beginFirst(key: string): Promise<Extract<Once, { type: 'first' }>> {
  const once = await begin(key);
  if (once.type !== 'first') throw new Error('this key was used before');
  return once;
}

describe('a request with an Idempotency-Key that was never answered', () => {
  it('is refused for as long as it may still be under way, then done again, by one only', async () => {
    await beginFirst('lost');
    now += longestRequestMs(limits);
    await expect(begin('lost')).rejects.toMatchObject({ code: 'conflict' });
    now += 1;
    const all = await Promise.allSettled([begin('lost'), begin('lost'), begin('lost')]);
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(begin('lost')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('is refused with another body even then', async () => {
    await beginFirst('other');
    now += longestRequestMs(limits) + 1;
    await expect(begin('other', { a: 2 })).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('changes nothing when it comes to an end after all', async () => {
    const late = await beginFirst('late');
    now += longestRequestMs(limits) + 1;
    const second = await beginFirst('late');
    await late.keep('"late"');
    await late.forget();
    await expect(begin('late')).rejects.toMatchObject({ code: 'conflict' });
    await second.keep('"second"');
    expect(await begin('late')).toEqual({ type: 'again', answer: '"second"' });
  });
});

describe('an answer', () => {
  it('is given again for a day, and then the key is free', async () => {
    await (await beginFirst('kept')).keep('"once"');
    now += 24 * 60 * 60 * 1000;
    expect(await begin('kept')).toEqual({ type: 'again', answer: '"once"' });
    now += 1;
    expect((await begin('kept')).type).toBe('first');
  });
});
